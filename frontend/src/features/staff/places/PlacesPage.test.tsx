import { act, fireEvent, screen, within } from '@testing-library/react';
import { useParams } from 'react-router-dom';
import { expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { refetchStaff } from '../api.ts';
import type { Place } from './api.ts';
import { PlacesPage } from './PlacesPage.tsx';

const { errors, staffPlaces: texts } = translations.en;

const place: Place = {
  user: {
    _id: 'a'.repeat(32),
    fullname: 'Karim Haddad',
    email: 'karim@example.org',
    phone: '+213555000000',
    country: 'DZ',
    language: 'fr',
    blocked: false,
  },
  course: { _id: 'writing', name: 'Writing' },
  run: { id: '2027-spring', start: '2027-04-10', end: '2027-05-10', cancelled: false },
  state: 'requested',
  version: 1,
  requestedAt: '2026-11-30T08:00:00Z',
  proofs: [],
  ledger: [],
  decisions: ['wait'],
  history: [],
};
const DECIDE = `POST /staff/places/${place.user._id}/writing/decisions`;

function Places() {
  return (
    <MuiProvider>
      <PlacesPage path={useParams()['*'] ?? ''} />
    </MuiProvider>
  );
}

it('says who was faster, and decides about what was shown', async () => {
  setAccessToken('token');
  let shown = place;
  const requests = mockApi({
    'GET /staff/today': jsonResponse(200, { success: true, data: { roles: ['admissions'] } }),
    'GET /staff/places': jsonResponse(200, { success: true, data: { places: [] } }),
    [`GET /staff/places/${place.user._id}/writing`]: () =>
      Response.json({ success: true, data: shown }),
    [DECIDE]: errorResponse(409, 'conflict'),
  });
  await openScreen(Places, {
    path: `/staff/places/${place.user._id}/writing`,
    route: '/staff/places/*',
    namespaces: ['staff', 'staffErrors', 'staffPlaces', 'myCourses', 'errors'],
  });
  const { action } = texts.decisions.wait;
  fireEvent.click(await screen.findByRole('button', { name: action }));
  const dialog = screen.getByRole('dialog');
  const history = [{ at: '2026-11-30T09:00:00Z', who: 'Amina Benali', what: 'place offer' }];
  shown = { ...place, version: 2, history };
  await act(refetchStaff);
  expect(within(dialog).queryByText('Amina Benali')).toBeNull();
  const press = () =>
    act(async () => {
      fireEvent.click(within(dialog).getByRole('button', { name: action }));
      await Promise.resolve();
    });
  await press();
  expect(await within(dialog).findByText(errors.conflict)).toBeVisible();
  expect(await within(dialog).findByText('Amina Benali')).toBeVisible();
  await press();
  const sent = requests.filter(({ name }) => name === DECIDE).map(({ body }) => body);
  expect(sent).toEqual([
    { event: 'wait', version: 1 },
    { event: 'wait', version: 2 },
  ]);
});
