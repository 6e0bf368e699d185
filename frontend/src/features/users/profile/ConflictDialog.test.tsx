import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DEFAULT_COUNTRY } from '#entities/country/country.ts';
import { profileFieldsOf } from '#entities/user/api.ts';
import { languages } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { ConflictDialog } from './ConflictDialog.tsx';

it.each(languages)('shows dates as the rest of the app has them, in $ownName', async (language) => {
  const { code, dates } = language;
  const conflict = {
    fields: ['birthdate' as const],
    mine: { ...profileFieldsOf(student), birthdate: '2001-03-05' },
    theirs: { user: { ...student, birthdate: '2002-04-06' }, etag: null },
  };
  const Screen = () => (
    <ConflictDialog
      conflict={conflict}
      countries={[DEFAULT_COUNTRY]}
      onCancel={vi.fn()}
      onResolve={vi.fn()}
    />
  );
  await openScreen(Screen, {
    path: '/profile',
    language: code,
    namespaces: ['profile', 'userFields'],
  });
  const format = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
  for (const date of ['2001-03-05', '2002-04-06']) {
    expect(await screen.findByText(format.format(new Date(date)))).toBeVisible();
  }
});
