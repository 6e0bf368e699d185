import { fireEvent, screen, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { TaughtCourses } from './TaughtCourses.tsx';

const courses = ['First', 'Second', 'Third'].map((name) => ({
  _id: name,
  name,
  description: '',
  type: 'cpd',
  enrollmentCount: 0,
}));

function Form() {
  return (
    <FormProvider {...useForm({ defaultValues: { courses: ['First', 'Second'] } })}>
      <TaughtCourses />
    </FormProvider>
  );
}

describe.each(languages)('a third course, in $ownName', ({ code: language }) => {
  const { errors, userFields } = translations[language];

  it('is refused with a message that the whole page shows, and the list does not keep', async () => {
    mockApi({ 'GET /courses': jsonResponse(200, { success: true, data: courses }) });
    await openScreen(Form, {
      path: '/profile',
      language,
      namespaces: ['courses', 'errors', 'profileFiles', 'userFields'],
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Third' }));
    expect(screen.getByRole('checkbox', { name: 'Third' })).not.toBeChecked();
    const warning = normalizeSpaces(errors['2_courses_only_warning']);
    expect(await screen.findByText(warning)).toBeVisible();
    const list = screen.getByRole('region', { name: normalizeSpaces(userFields.courses) });
    expect(within(list).queryByText(warning)).toBeNull();
  });
});
