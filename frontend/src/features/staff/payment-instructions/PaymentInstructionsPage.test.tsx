import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dataResponse, errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openStaffPage, press, enter, send, sent } from '#testing/staff.tsx';
import { translations } from '#testing/translations.ts';
import { refetchStaff } from '../api.ts';
import type { PaymentInstructions, PaymentWay } from './api.ts';
import { PaymentInstructionsPage } from './PaymentInstructionsPage.tsx';

const { errors, staff, staffPaymentInstructions: texts, staffPlaces } = translations.en;

const text = { en: 'At the post office.', fr: 'À la poste.', ar: 'في مكتب البريد.' };
const ccp: PaymentWay = { currency: 'DZD', method: 'ccp', account: '0012 3', text };
const cash: PaymentWay = {
  currency: 'DZD',
  method: 'cash',
  text: { ...text, en: 'At our office.' },
};

const SET = 'PUT /staff/payment-instructions';

function mock(instructions: PaymentInstructions, answer: ReturnType<typeof jsonResponse>) {
  return mockApi({
    'GET /staff/payment-instructions': dataResponse(instructions),
    [SET]: answer,
  });
}

const open = () =>
  openStaffPage(
    PaymentInstructionsPage,
    'payment-instructions',
    'staffPaymentInstructions',
    'staffPlaces',
  );
const textIn = (language: string) => texts.textIn.replace('{{language}}', language);

it('adds a way beside those that were read, and shows what it lacks', async () => {
  const requests = mock(
    { version: 4, ways: [ccp, cash], changedAt: '2026-11-30T10:00:00Z' },
    dataResponse({ version: 5, ways: [] }),
  );
  await open();
  const rows = await screen.findAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    [
      staffPlaces.currency,
      staffPlaces.method,
      texts.account,
      texts.text,
      staff.members.actions,
    ].join(''),
    `DZDCCP0012 3At the post office.À la poste.في مكتب البريد.${staff.change}${staff.remove}`,
    `DZD${staffPlaces.methods.cash}At our office.À la poste.في مكتب البريد.${staff.change}${staff.remove}`,
  ]);
  await press(texts.add);
  enter(staffPlaces.currency, 'eu');
  await send(staff.save);
  expect(screen.getByText(texts.currencyInvalid)).toBeVisible();
  expect(screen.getAllByText(texts.required)).toHaveLength(3);
  enter(staffPlaces.currency, 'eur');
  enter(texts.account, ' FR76 ');
  enter(textIn('English'), 'By transfer.');
  enter(textIn('Français'), 'Par virement.');
  enter(textIn('العربية'), 'بتحويل.');
  await send(staff.save);
  expect(await screen.findByText(texts.done)).toBeVisible();
  const added = {
    currency: 'eur',
    method: 'ccp',
    account: ' FR76 ',
    text: { en: 'By transfer.', fr: 'Par virement.', ar: 'بتحويل.' },
  };
  expect(sent(requests, SET)).toEqual([{ version: 4, ways: [ccp, cash, added] }]);
});

it('changes one way, and keeps the dialog open when somebody else was faster', async () => {
  const requests = mock({ version: 4, ways: [ccp, cash] }, errorResponse(409, 'conflict'));
  await open();
  await press(texts.changeWay.replace('{{way}}', '\u2068DZD\u2069 \u2068Cash\u2069'));
  enter(textIn('English'), 'On Sundays.');
  await send(staff.save);
  expect(await screen.findByText(errors.conflict)).toBeVisible();
  expect(sent(requests, SET)).toEqual([
    {
      version: 4,
      ways: [ccp, { ...cash, text: { ...text, en: 'On Sundays.' } }],
    },
  ]);
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('changes the way that was shown, when others were fetched meanwhile', async () => {
  let instructions: PaymentInstructions = { version: 4, ways: [ccp, cash] };
  const requests = mockApi({
    'GET /staff/payment-instructions': () => Response.json({ success: true, data: instructions }),
    [SET]: errorResponse(409, 'conflict'),
  });
  await open();
  await press(texts.removeWay.replace('{{way}}', '\u2068DZD\u2069 \u2068Cash\u2069'));
  instructions = { version: 5, ways: [cash] };
  await act(refetchStaff);
  await send(staff.remove);
  expect(sent(requests, SET)).toEqual([{ version: 4, ways: [ccp] }]);
});

it('removes a way after a question', async () => {
  const requests = mock(
    { version: 4, ways: [ccp, cash] },
    dataResponse({ version: 5, ways: [cash] }),
  );
  await open();
  const name = '\u2068DZD\u2069 \u2068CCP\u2069 \u20680012 3\u2069';
  await press(texts.removeWay.replace('{{way}}', name));
  expect(screen.getByRole('dialog', { name: texts.removeQuestion })).toHaveTextContent(name);
  await send(staff.remove);
  expect(await screen.findByText(texts.done)).toBeVisible();
  expect(sent(requests, SET)).toEqual([{ version: 4, ways: [cash] }]);
});
