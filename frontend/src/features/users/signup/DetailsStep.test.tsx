import entries from '@shared/data/sample-entries.json';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { KNOWN_PASSWORD, knownPasswordFile } from '#testing/knownPasswords.ts';
import { mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { enter, field, press, type EntryName } from '#testing/signupForm.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { SignupScreen } from './SignupScreen.tsx';

describe.each(languages)('the help for a password in $ownName', ({ code: language }) => {
  const { errors, signup, signupSteps } = translations[language];
  const warning = (text: string) => screen.queryByText(normalizeSpaces(text));

  const open = () =>
    openScreen(SignupScreen, {
      path: '/signup',
      language,
      namespaces: ['country', 'errors', 'userFields', 'signup', 'signupSteps'],
    });

  it('announces that a password is known, until it is another one', async () => {
    mockApi(knownPasswordFile);
    await open();
    enter(language, 'password', KNOWN_PASSWORD);
    const text = await screen.findByText(normalizeSpaces(errors.password_known));
    expect(text.closest('[role="status"]')).toHaveTextContent(
      normalizeSpaces(signupSteps.strength.weak),
    );
    expect(field(language, 'password')).toHaveAccessibleDescription(
      new RegExp(normalizeSpaces(errors.password_known)),
    );
    expect(field(language, 'password')).toHaveAttribute('aria-invalid', 'false');

    enter(language, 'password', entries.password);
    expect(warning(errors.password_known)).toBeNull();
  });

  it('warns of words of the user, also without a connection', async () => {
    mockApi({});
    await open();
    enter(language, 'fullname', 'Amina Benali');
    enter(language, 'password', 'Benali#7xyz');
    expect(await screen.findByText(normalizeSpaces(errors.password_personal))).toBeVisible();
    expect(warning(errors.password_known)).toBeNull();

    enter(language, 'fullname', 'Nadir Cherif');
    await waitFor(() => {
      expect(warning(errors.password_personal)).toBeNull();
    });
  });

  it('keeps a password that was pasted and is known from the next step', async () => {
    mockApi(knownPasswordFile);
    await open();
    const chosen = { password: KNOWN_PASSWORD, confirmation: KNOWN_PASSWORD };
    for (const [name, value] of Object.entries({ ...entries, ...chosen })) {
      enter(language, name as EntryName, value);
    }
    press(signup.next);
    await waitFor(() => {
      expect(field(language, 'password')).toHaveFocus();
    });
    expect(field(language, 'password')).toHaveAccessibleDescription(
      expect.stringContaining(normalizeSpaces(errors.password_known)),
    );
    enter(language, 'password', entries.password);
    enter(language, 'confirmation', entries.password);
    press(signup.next);
    expect(
      await screen.findByRole('heading', { name: signupSteps.occupation.question }),
    ).toBeVisible();
  });
});
