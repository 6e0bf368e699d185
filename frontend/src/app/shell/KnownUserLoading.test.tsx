import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { dataResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { translations } from '#testing/translations.ts';
import { RequireAccessToken } from './guards.tsx';

const check = vi.hoisted(() => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
});

vi.mock('./CurrentUserCheck.tsx', async (original) => {
  await check.held;
  return original();
});

it('shows that the user is being fetched while the code for that is loaded', async () => {
  mockApi({ 'GET /users/me': dataResponse(student) });
  setAccessToken('abc');
  await openScreen(() => <p>screen</p>, {
    path: '/profile',
    Layout: RequireAccessToken,
    namespaces: ['errors'],
  });
  expect(screen.getByText(translations.en.common.session.loading)).toBeInTheDocument();
  expect(screen.queryByText('screen')).toBeNull();
  check.release();
  expect(await screen.findByText('screen')).toBeVisible();
});
