import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { useDatesOfCountry } from './CurrentUserCheck.tsx';

it.each([
  ['Morocco', '3 غشت 2027'],
  ['Palestine', '3 آب 2027'],
  ['Algeria', '3 أوت 2027'],
  ['France', '3 أوت 2027'],
])('Arabic dates are those of %s while its user is known', async (country, text) => {
  function Screen() {
    const [known, setKnown] = useState<string | undefined>(country);
    useDatesOfCountry(known);
    const date = formatDate(useLanguage().dates, new Date('2027-08-03'), { timeZone: 'UTC' });
    return (
      <button
        onClick={() => {
          setKnown(undefined);
        }}
      >
        {date}
      </button>
    );
  }
  await openScreen(Screen, { path: '/', language: 'ar', namespaces: [] });
  const button = screen.getByRole('button');
  expect(button).toHaveTextContent(text);
  fireEvent.click(button);
  expect(button).toHaveTextContent('3 أوت 2027');
});
