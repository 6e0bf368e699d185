import { act, fireEvent, screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import { useParams } from 'react-router-dom';
import { expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import type { Proforma } from '#entities/my-courses/api.ts';
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

const today = (...roles: string[]) => ({
  'GET /staff/today': jsonResponse(200, { success: true, data: { roles } }),
  'GET /staff/places': jsonResponse(200, { success: true, data: { places: [] } }),
});

const open = () =>
  openScreen(Places, {
    path: `/staff/places/${place.user._id}/writing`,
    route: '/staff/places/*',
    namespaces: ['staff', 'staffErrors', 'staffPlaces', 'myCourses', 'myPlace', 'errors'],
  });

it('names who pays, and prints one document for all their places', async () => {
  setAccessToken('token');
  const due = { amount: '11900.00', currency: 'DZD' };
  const payable = { ...place, money: { currency: 'DZD', due }, decisions: ['name_payer'] };
  const proforma: Proforma = {
    ...due,
    issuedOn: '2027-01-21',
    amount: '23800.00',
    places: [
      { learner: 'Karim Haddad', amount: '11900.00', reference: 'MS-7K4Q-92BX' },
      { learner: 'Amina Benali', amount: '11900.00', reference: 'MS-8K4Q-92BY' },
    ],
    details: {
      language: 'en',
      operator: { name: 'Masar SARL', address: 'Alger', registration: '', tax: 'none' },
      learner: 'Karim Haddad',
      payer: { name: 'Sonatel SARL', address: 'Oran' },
      courseId: 'writing',
      course: 'Writing',
      runStart: '2027-04-10',
      runEnd: '2027-05-10',
      reference: 'MS-7K4Q-92BX',
    },
  };
  const path = `GET /staff/places/${place.user._id}/writing`;
  const requests = mockApi({
    ...today('finance'),
    [path]: jsonResponse(200, { success: true, data: payable }),
    [DECIDE]: jsonResponse(200, { success: true, data: payable }),
    [`${path}/proforma`]: jsonResponse(200, { success: true, data: proforma }),
  });
  await open();
  const { action } = texts.decisions.name_payer;
  fireEvent.click(await screen.findByRole('button', { name: action }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(texts.payer), { target: { value: 'Sonatel' } });
  fireEvent.click(dialog.getByRole('button', { name: action }));
  expect(await dialog.findByText(errors.address_required)).toBeVisible();
  fireEvent.change(dialog.getByLabelText(texts.payerAddress), { target: { value: 'Oran' } });
  fireEvent.click(dialog.getByRole('button', { name: action }));
  await waitForElementToBeRemoved(() => screen.queryByRole('dialog'));
  expect(requests.find(({ name }) => name === DECIDE)?.body).toEqual({
    event: 'name_payer',
    version: 1,
    name: 'Sonatel',
    address: 'Oran',
    taxNumber: '',
  });
  const link = screen.getByRole('link', { name: translations.en.myPlace.receipt.kinds.proforma });
  expect(link).toHaveAttribute('href', `/staff/places/${place.user._id}/writing/proforma`);
  fireEvent.click(link);
  const document = await screen.findByRole('article');
  for (const shown of [
    /Amina Benali · MS-8K4Q-92BY · DZD\s11,900/,
    /Sonatel SARL/,
    /DZD\s23,800/,
  ]) {
    expect(document).toHaveTextContent(shown);
  }
});

it('says who was faster, and decides about what was shown', async () => {
  setAccessToken('token');
  let shown = place;
  const requests = mockApi({
    ...today('admissions'),
    [`GET /staff/places/${place.user._id}/writing`]: () =>
      Response.json({ success: true, data: shown }),
    [DECIDE]: errorResponse(409, 'conflict'),
  });
  await open();
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
