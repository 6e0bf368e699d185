import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openStaffPage, press, enter, send, sent } from '#testing/staff.tsx';
import { translations } from '#testing/translations.ts';
import { refetchStaff } from '../api.ts';
import type { ListedRun, Run, Session } from './api.ts';
import { RunsPage } from './RunsPage.tsx';

const { errors, staff, staffErrors, staffPlaces, staffRuns } = translations.en;

const course = { _id: 'writing', name: 'Writing' };

const sessionOf = (number: number, start: string, changes: Partial<Session> = {}): Session => ({
  number,
  start: `${start}:00`,
  startsAt: `${start}:00Z`,
  minutes: 90,
  cancelled: false,
  over: false,
  ...changes,
});

const run: Run = {
  course,
  id: '2027-spring',
  version: 'first',
  start: '2027-04-10',
  end: '2027-05-10',
  timeZone: 'Etc/UTC',
  places: 16,
  taken: 3,
  sessions: [sessionOf(1, '2027-04-10T10:00', { over: true }), sessionOf(2, '2027-04-17T10:00')],
  materials: [],
  participants: [],
};

const listed = (id: string, timeZone: string, sessions: Session[]): ListedRun => ({
  course: { _id: id, name: `Course ${id}` },
  id: `run-${id}`,
  start: '2027-04-10',
  end: '2027-05-10',
  timeZone,
  places: 16,
  taken: 16,
  cancelled: false,
  sessions,
});

const member = (...roles: string[]) => ({ 'GET /staff/today': dataResponse({ roles }) });
const courses = { 'GET /courses': dataResponse([course]) };

const open = (path: string) =>
  openStaffPage(RunsPage, `runs${path}`, 'staffRuns', 'staffPlaces', 'myCourses');
const CHANGE = 'POST /staff/runs/writing/2027-spring/changes';

it('has the sessions of a month by day, in the order of the clocks', async () => {
  const early = sessionOf(1, '2027-04-10T09:00', { cancelled: true });
  // In Algiers, this is another day than in universal time.
  const late = { ...sessionOf(2, '2027-04-11T00:30'), startsAt: '2027-04-10T23:30:00Z' };
  const requests = mockApi({
    ...member('finance'),
    'GET /staff/runs': dataResponse({
      runs: [
        listed('a', 'Africa/Algiers', [late]),
        listed('b', 'Etc/UTC', [sessionOf(3, '2027-04-10T18:00'), early]),
      ],
      closedDays: [{ date: '2027-04-11', name: { en: 'Eid', fr: 'Aïd', ar: 'العيد' } }],
    }),
  });
  await open('?month=2027-04');
  expect(await screen.findByRole('heading', { name: 'April 2027' })).toBeVisible();
  const days = await screen.findAllByRole('heading', { level: 3 });
  expect(days.map((day) => day.textContent)).toEqual(['Saturday 10 April', 'Sunday 11 April']);
  const shown = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(shown).toEqual([
    `09:00 90 minutesCourse bSession 1run-bEtc/UTC${staffRuns.sessions.cancelled}`,
    '18:00 90 minutesCourse bSession 3run-bEtc/UTC',
    '00:30 90 minutesCourse aSession 2run-aAlgiers time',
  ]);
  expect(screen.getByText('09:00').closest('s')).not.toBeNull();
  expect(days[1]?.parentElement).toHaveTextContent('Sunday 11 AprilEid');
  expect(screen.queryByRole('button', { name: staffRuns.shift.open })).toBeNull();

  await press(staffRuns.previousMonth);
  await waitFor(() => {
    expect(requests.at(-1)?.query.get('month')).toBe('2027-03');
  });
});

it('shows what a shift changes before it changes that, and what remains afterwards', async () => {
  const planned = { course, run: '2027-spring', sessions: [2, 3] };
  const failed = { course, run: '2027-autumn', sessions: [4] };
  const answers = [
    { runs: [planned], failed: [] },
    { runs: [planned, failed], failed: [] },
    { runs: [planned], failed: [failed] },
    { runs: [failed], failed: [] },
  ];
  const requests = mockApi({
    ...member('admissions'),
    ...courses,
    'GET /staff/runs': dataResponse({ runs: [] }),
    'POST /staff/runs/shift': (signal) => dataResponse(answers.shift() ?? {})(signal),
  });
  await open('');
  await press(staffRuns.shift.open);
  await press(staffRuns.shift.preview);
  expect(await screen.findAllByText(staffRuns.required)).toHaveLength(2);
  expect(screen.getByText(staffErrors.reason_required)).toBeVisible();
  enter(staffRuns.shift.from, '2027-04-17');
  enter(staffRuns.shift.by, '-60');
  enter(staffPlaces.reason, 'Ramadan');
  await press(staffRuns.shift.preview);
  await screen.findByRole('button', { name: 'Change 2 sessions' });

  // Another entry has not been shown yet.
  enter(staffRuns.shift.kind, 'cancel');
  await press(staffRuns.shift.preview);
  await press('Change 3 sessions');
  const status = (await screen.findByText(staffRuns.shift.remains)).closest('[role=status]');
  expect(status).toHaveTextContent('Writing · 2027-autumn · 1 session');
  await press('Change 1 session');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  const body = { from: '2027-04-17', until: '2027-04-17', reason: 'Ramadan' };
  expect(sent(requests, 'POST /staff/runs/shift')).toEqual([
    { ...body, by: -60, dryRun: true },
    { ...body, cancel: true, dryRun: true },
    { ...body, cancel: true },
    { ...body, cancel: true },
  ]);
});

it('keeps what was typed when somebody else has changed the run, and then is about the run as it is', async () => {
  const versions = ['first', 'unseen', 'second'];
  const requests = mockApi({
    ...member('admissions'),
    'GET /staff/runs/writing/2027-spring': (signal) =>
      dataResponse({ ...run, version: versions.shift() ?? 'third' })(signal),
    [CHANGE]: (signal, request) =>
      sent(requests, CHANGE).length === 1
        ? errorResponse(409, 'conflict')(signal)
        : dataResponse({ ...run, version: request.url })(signal),
  });
  await open('/writing/2027-spring');
  await press(staffRuns.changes.move.action);
  enter(staffRuns.changes.start, '2027-04-18T11:00');
  enter(staffPlaces.reason, 'The teacher is ill.');
  // The dialog still shows the run of its opening.
  await act(refetchStaff);
  const dialog = within(screen.getByRole('dialog'));
  await send(staffRuns.changes.move.action);
  expect(await dialog.findByText(errors.conflict)).toBeVisible();
  expect(dialog.getByLabelText(staffPlaces.reason)).toHaveValue('The teacher is ill.');
  await send(staffRuns.changes.move.action);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  const change = {
    action: 'move_session',
    session: 2,
    start: '2027-04-18T11:00',
    reason: 'The teacher is ill.',
  };
  expect(sent(requests, CHANGE)).toEqual([
    { ...change, version: 'first' },
    { ...change, version: 'second' },
  ]);
});

it('cancels a run only after its id was typed', async () => {
  const requests = mockApi({
    ...member('owner'),
    'GET /staff/runs/writing/2027-spring': dataResponse(run),
    [CHANGE]: dataResponse(run),
  });
  await open('/writing/2027-spring');
  await press(staffRuns.cancelRun.action);
  const dialog = within(screen.getByRole('dialog'));
  enter(staffPlaces.reason, 'Too few places are taken.');
  enter(staffRuns.id, '2027-autumn');
  await send(staffRuns.cancelRun.action);
  await waitFor(() => {
    expect(dialog.getByLabelText(staffRuns.id)).toBeInvalid();
  });
  enter(staffRuns.id, '2027-spring');
  await send(staffRuns.cancelRun.action);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(sent(requests, CHANGE)).toEqual([
    { action: 'cancel', reason: 'Too few places are taken.', confirm: run.id, version: 'first' },
  ]);
});

it('has nothing to press for finance', async () => {
  mockApi({ ...member('finance'), 'GET /staff/runs/writing/2027-spring': dataResponse(run) });
  await open('/writing/2027-spring');
  expect(await screen.findByRole('heading', { name: staffRuns.sessions.title })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(staff.cancel)).toBeNull();
});
