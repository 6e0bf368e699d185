import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import type { Proforma } from '#entities/my-courses/api.ts';
import { openStaffPage, press, enter, send, sent } from '#testing/staff.tsx';
import { translations } from '#testing/translations.ts';
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

const today = (...roles: string[]) => ({
  'GET /staff/today': dataResponse({ roles }),
  'GET /staff/places': dataResponse({ places: [] }),
});

const open = () =>
  openStaffPage(
    PlacesPage,
    `places/${place.user._id}/writing`,
    'staffPlaces',
    'myCourses',
    'myPlace',
  );

it('names who pays, and prints one document for all their places', async () => {
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
    [path]: dataResponse(payable),
    [DECIDE]: dataResponse(payable),
    [`${path}/proforma`]: dataResponse(proforma),
  });
  await open();
  const { action } = texts.decisions.name_payer;
  await press(action);
  enter(texts.payer, 'Sonatel');
  await send(action);
  expect(await screen.findByText(errors.address_required)).toBeVisible();
  enter(texts.payerAddress, 'Oran');
  await send(action);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  const payer = { name: 'Sonatel', address: 'Oran', taxNumber: '' };
  expect(sent(requests, DECIDE)).toEqual([{ event: 'name_payer', version: 1, ...payer }]);
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
  let shown = place;
  const requests = mockApi({
    ...today('admissions'),
    [`GET /staff/places/${place.user._id}/writing`]: () =>
      Response.json({ success: true, data: shown }),
    [DECIDE]: errorResponse(409, 'conflict'),
  });
  await open();
  const { action } = texts.decisions.wait;
  await press(action);
  const dialog = screen.getByRole('dialog');
  const history = [{ at: '2026-11-30T09:00:00Z', who: 'Amina Benali', what: 'place offer' }];
  shown = { ...place, version: 2, history };
  await act(refetchStaff);
  expect(within(dialog).queryByText('Amina Benali')).toBeNull();
  await send(action);
  expect(await within(dialog).findByText(errors.conflict)).toBeVisible();
  expect(await within(dialog).findByText('Amina Benali')).toBeVisible();
  await send(action);
  expect(sent(requests, DECIDE)).toEqual([
    { event: 'wait', version: 1 },
    { event: 'wait', version: 2 },
  ]);
});
