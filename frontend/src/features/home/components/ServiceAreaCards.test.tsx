import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import home from '#locales/en/home.json';
import { jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { ServiceAreaCards } from './ServiceAreaCards.tsx';

const open = () => openScreen(ServiceAreaCards, { path: '/', namespaces: ['home'] });

it('has one link and no button for visitors', async () => {
  await open();
  expect(screen.getByRole('link')).toHaveTextContent(home.explore);
  expect(screen.queryByRole('button')).toBeNull();
});

it('lets signed-in users wait for the services that are not open', async () => {
  mockApi({
    'GET /users/me': jsonResponse(200, { success: true, data: { interests: ['psychology'] } }),
  });
  setAccessToken('token');
  await open();
  const names = ['Consulting', 'Job hunting', 'Networking', 'Psychology support'];
  const buttons = await Promise.all(
    names.map((name) => screen.findByRole('button', { name: `Tell me when it opens: ${name}` })),
  );
  expect(screen.getAllByRole('button')).toEqual(buttons);
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual([
    'false',
    'false',
    'false',
    'true',
  ]);
  expect(screen.getByRole('link')).toHaveTextContent(home.explore);
});
