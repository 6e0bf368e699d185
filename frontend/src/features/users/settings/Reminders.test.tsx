import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { translations } from '#testing/translations.ts';
import { Reminders } from './SettingsScreen.tsx';

describe('Reminders', () => {
  const SET = 'PUT /users/me/reminders';
  const me = (reminders?: false) => ({
    'GET /users/me': jsonResponse(200, {
      success: true,
      data: { ...student, ...(reminders === false && { reminders }) },
    }),
  });
  const stored = jsonResponse(200, { success: true, data: {} });

  beforeEach(() => {
    setAccessToken('token');
  });

  const open = async (language: LanguageCode = 'en') => {
    await openScreen(Reminders, {
      path: '/settings',
      language,
      namespaces: ['settings', 'errors'],
    });
    const name = translations[language].settings.settings.reminders;
    const toggle = await screen.findByRole('switch', { name });
    await waitFor(() => {
      expect(toggle).toBeEnabled();
    });
    return toggle;
  };

  it.each(languages)('turns reminders off and on, in $ownName', async ({ code }) => {
    const calls = mockApi({ ...me(), [SET]: stored });
    const toggle = await open(code);
    expect(toggle).toBeChecked();
    for (const isOn of [false, true]) {
      fireEvent.click(toggle);
      await waitFor(() => {
        expect(toggle).toBeEnabled();
        expect(toggle).toHaveProperty('checked', isOn);
      });
    }
    const sent = calls.filter(({ name }) => name === SET);
    expect(sent.map(({ body }) => body)).toEqual([{ reminders: false }, { reminders: true }]);
  });

  it('shows what is stored, also after a failure', async () => {
    const calls = mockApi({ ...me(false), [SET]: errorResponse(503, 'service_unavailable') });
    const toggle = await open();
    await waitFor(() => {
      expect(toggle).not.toBeChecked();
    });
    fireEvent.click(toggle);
    expect(await screen.findByText(translations.en.errors.service_unavailable)).toBeVisible();
    expect(toggle).not.toBeChecked();
    expect(calls.filter(({ name }) => name === SET)).toHaveLength(1);
  });
});
