import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refuseToken, storedToken, storeToken } from '#api/accessToken.ts';
import { languages } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { asRead, words } from '#testing/translations.ts';
import { SessionUpkeep } from './SessionEndNotice.tsx';

const refuse = () => {
  storeToken('abc');
  act(() => {
    refuseToken('abc', 'unauthorized');
  });
};

describe('a session that the server ends', () => {
  it.each(languages)('is told of on a screen for members, in $ownName', async ({ code }) => {
    await openScreen(SessionUpkeep, { path: '/settings', language: code, areas: ['errors'] });
    refuse();
    expect(screen.getByRole('alert')).toHaveTextContent(asRead(words[code].errors.unauthorized));
    expect(storedToken()).toBeNull();
  });

  it('is not told of on a screen for everybody', async () => {
    await openScreen(SessionUpkeep, { path: '/courses', areas: ['errors'] });
    refuse();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(storedToken()).toBeNull();
  });
});
