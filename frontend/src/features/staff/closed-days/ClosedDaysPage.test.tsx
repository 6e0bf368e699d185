import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { errorResponse, jsonResponse, mockApi, type SentRequest } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { ClosedDaysPage } from './ClosedDaysPage.tsx';

const { errors, staff, staffClosedDays: texts, staffRuns } = translations.en;

const eid = { date: '2027-03-10', name: { en: 'Eid', fr: 'Aïd', ar: 'العيد' } };
const labour = { date: '2027-05-01', name: { ...eid.name, en: 'Labour Day' } };
const session = {
  course: { _id: 'writing', name: 'Writing' },
  run: '2027-spring',
  number: 4,
  start: '2027-03-10T18:30:00',
};
const EID = '10 March 2027 \u2068Eid\u2069';
const SET = 'PUT /staff/closed-days';
const SHIFT = 'POST /staff/runs/shift';

const dataOf = (data: object) => jsonResponse(200, { success: true, data });

const mock = (role: string, more: Parameters<typeof mockApi>[0] = {}) =>
  mockApi({
    'GET /staff/today': dataOf({ roles: [role] }),
    'GET /staff/closed-days': dataOf({ version: 4, days: [eid, labour], sessions: [session] }),
    'GET /courses': dataOf([]),
    ...more,
  });

const open = () =>
  openScreen(
    () => (
      <MuiProvider>
        <ClosedDaysPage />
      </MuiProvider>
    ),
    {
      path: '/staff/closed-days',
      namespaces: ['staff', 'staffErrors', 'staffClosedDays', 'staffRuns', 'staffPlaces', 'errors'],
    },
  );

const press = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
};
const send = async (name: string) => {
  const dialog = screen.getByRole('dialog');
  await act(async () => {
    fireEvent.click(within(dialog).getByRole('button', { name }));
    await Promise.resolve();
  });
};
const enter = (label: string, value: string) => {
  const field = within(screen.getByRole('dialog')).getByLabelText(label);
  fireEvent.change(field, { target: { value } });
};
const nameIn = (language: string) => texts.nameIn.replace('{{language}}', language);
const sent = (requests: SentRequest[], name: string) =>
  requests.filter((request) => request.name === name).map(({ body }) => body);

beforeEach(() => {
  setAccessToken('token');
});

it('adds a day to those that were read, and shows what it lacks', async () => {
  const requests = mock('admissions', { [SET]: dataOf({ version: 5, days: [] }) });
  await open();
  await press(texts.add);
  enter(texts.date, '2027-05-01');
  await send(staff.save);
  expect(screen.getByText(texts.dateInvalid)).toBeVisible();
  expect(screen.getAllByText(texts.nameMissing)).toHaveLength(3);
  enter(texts.date, '2027-07-05');
  for (const language of ['English', 'Français', 'العربية']) {
    enter(nameIn(language), 'Independence Day');
  }
  await send(staff.save);
  expect(await screen.findByText(texts.done)).toBeVisible();
  const name = { en: 'Independence Day', fr: 'Independence Day', ar: 'Independence Day' };
  expect(sent(requests, SET)).toEqual([
    { version: 4, days: [eid, labour, { date: '2027-07-05', name }] },
  ]);
});

it('changes a day, and keeps the dialog open when somebody else was faster', async () => {
  const requests = mock('admissions', { [SET]: errorResponse(409, 'conflict') });
  await open();
  await press(texts.changeDay.replace('{{day}}', EID));
  enter(texts.date, '2027-03-11');
  await send(staff.save);
  expect(await screen.findByText(errors.conflict)).toBeVisible();
  expect(sent(requests, SET)).toEqual([
    { version: 4, days: [labour, { ...eid, date: '2027-03-11' }] },
  ]);
});

it('removes a day after a question', async () => {
  const requests = mock('admissions', { [SET]: dataOf({ version: 5, days: [] }) });
  await open();
  await press(texts.removeDay.replace('{{day}}', EID));
  expect(screen.getByRole('dialog', { name: texts.removeQuestion })).toHaveTextContent(EID);
  await send(staff.remove);
  expect(sent(requests, SET)).toEqual([{ version: 4, days: [labour] }]);
});

it('moves the sessions of a day to the end of their runs, once it has shown them', async () => {
  const runs = [{ course: session.course, run: session.run, sessions: [4] }];
  const requests = mock('admissions', { [SHIFT]: dataOf({ runs, failed: [] }) });
  await open();
  const [, row] = await screen.findAllByRole('row');
  expect(row).toHaveTextContent('Writing Session 4');
  await press(texts.moveOf.replace('{{day}}', EID));
  enter(translations.en.staffPlaces.reason, 'Eid');
  await send(staffRuns.shift.preview);
  expect(await screen.findByText('2027-spring')).toBeVisible();
  await send(staffRuns.shift.submit_one.replace('{{count}}', '1'));
  const shift = { from: '2027-03-10', until: '2027-03-10', toEnd: true, reason: 'Eid' };
  expect(sent(requests, SHIFT)).toEqual([{ ...shift, dryRun: true }, shift]);
});

it('shows finance the days without a button', async () => {
  mock('finance');
  await open();
  expect(await screen.findByText('Eid')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
