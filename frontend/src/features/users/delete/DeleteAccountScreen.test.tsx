import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { jsonResponse, mockApi, errorResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { DeleteAccountScreen } from './DeleteAccountScreen.tsx';

/** Submits the form, and confirms. */
async function deleteAccount(language: LanguageCode) {
  const { delete: text } = translations[language].settings;
  const { fields } = translations[language].signIn;
  setAccessToken('abc');
  await openScreen(DeleteAccountScreen, {
    path: '/delete',
    language,
    namespaces: ['errors', 'settings', 'signIn'],
  });
  fireEvent.change(screen.getByLabelText(fields.password), { target: { value: 'Any horse 1' } });
  fireEvent.click(screen.getByRole('button', { name: text.submit }));
  const question = await screen.findByRole('alertdialog', { name: text.question });
  fireEvent.click(within(question).getByRole('button', { name: text.confirm }));
  return screen.findByRole('alertdialog', { name: text.failed });
}

describe.each(languages)('a deletion that fails, in $ownName', ({ code: language }) => {
  const { common, errors, settings, signIn } = translations[language];

  it.each([
    [
      'the message of its code',
      errorResponse(403, 'incorrect_password'),
      errors.incorrect_password,
    ],
    ['the server’s message', errorResponse(400, 'new_code'), 'In another language'],
    ['a message of its own', jsonResponse(400, {}), settings.delete.failed],
  ])('says so with %s', async (_, response, said) => {
    mockApi({ 'POST /users/delete': response });
    const failed = await deleteAccount(language);
    expect(within(failed).getAllByText(normalizeSpaces(said)).at(-1)).toBeVisible();
    expect(getAccessToken()).toBe('abc');
  });

  it('leads back to the password when it is incorrect', async () => {
    mockApi({ 'POST /users/delete': errorResponse(403, 'incorrect_password') });
    const failed = await deleteAccount(language);
    fireEvent.click(within(failed).getByRole('button', { name: common.close }));
    const password = screen.getByLabelText(signIn.fields.password);
    await waitFor(() => {
      expect(password).toHaveFocus();
    });
    expect(password).toHaveAccessibleDescription(normalizeSpaces(errors.incorrect_password));
  });
});
