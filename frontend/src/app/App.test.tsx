import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { rejectAccessToken, getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { languages } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { SessionEndNotice } from './App.tsx';

const refuse = () => {
  setAccessToken('abc');
  act(() => {
    rejectAccessToken('abc', 'unauthorized');
  });
};

describe('a session that the server ends', () => {
  it.each(languages)(
    'shows the reason on a screen for signed-in users, in $ownName',
    async ({ code }) => {
      await openScreen(SessionEndNotice, {
        path: '/settings',
        language: code,
        namespaces: ['errors'],
      });
      refuse();
      expect(screen.getByRole('alert')).toHaveTextContent(
        normalizeSpaces(translations[code].errors.unauthorized),
      );
      expect(getAccessToken()).toBeNull();
    },
  );

  it('shows nothing on a public screen', async () => {
    await openScreen(SessionEndNotice, { path: '/courses', namespaces: ['errors'] });
    refuse();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(getAccessToken()).toBeNull();
  });
});
