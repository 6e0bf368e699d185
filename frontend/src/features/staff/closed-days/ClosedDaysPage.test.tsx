import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openStaffPage, press, enter, send, sent } from '#testing/staff.tsx';
import { translations } from '#testing/translations.ts';
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

const mock = (role: string, more: Parameters<typeof mockApi>[0] = {}) =>
  mockApi({
    'GET /staff/today': dataResponse({ roles: [role] }),
    'GET /staff/closed-days': dataResponse({
      version: 4,
      days: [eid, labour],
      sessions: [session],
    }),
    'GET /courses': dataResponse([]),
    ...more,
  });

const open = () =>
  openStaffPage(ClosedDaysPage, 'closed-days', 'staffClosedDays', 'staffRuns', 'staffPlaces');
const nameIn = (language: string) => texts.nameIn.replace('{{language}}', language);

it('adds a day to those that were read, and shows what it lacks', async () => {
  const requests = mock('admissions', { [SET]: dataResponse({ version: 5, days: [] }) });
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
  const requests = mock('admissions', { [SET]: dataResponse({ version: 5, days: [] }) });
  await open();
  await press(texts.removeDay.replace('{{day}}', EID));
  expect(screen.getByRole('dialog', { name: texts.removeQuestion })).toHaveTextContent(EID);
  await send(staff.remove);
  expect(sent(requests, SET)).toEqual([{ version: 4, days: [labour] }]);
});

it('moves the sessions of a day to the end of their runs, once it has shown them', async () => {
  const runs = [{ course: session.course, run: session.run, sessions: [4] }];
  const requests = mock('admissions', { [SHIFT]: dataResponse({ runs, failed: [] }) });
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
