import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dataResponse, mockApi } from '#testing/network.ts';
import { openStaffPage, press, send } from '#testing/staff.tsx';
import { translations } from '#testing/translations.ts';
import type { Application, ListedApplication } from './api.ts';
import { ApplicationsPage } from './ApplicationsPage.tsx';

const { staff, staffApplications: texts } = translations.en;

const listed: ListedApplication[] = ['Amina', 'Karim', 'Nadia'].map((fullname) => ({
  _id: fullname.toLowerCase(),
  fullname,
  courses: [],
  country: 'Algeria',
  createdAt: '2026-11-30T08:00:00Z',
  blocked: false,
  untold: false,
}));
const karim: Application = {
  ...(listed[1] as ListedApplication),
  language: 'en',
  status: 'pending',
  verified: true,
  version: '1',
  history: [],
  curriculum: null,
  video: null,
  emails: {
    approve: { subject: 'Yes', text: 'Yes' },
    decline: { subject: 'No', text: '{reason}' },
  },
};

const SEARCH = '?state=pending';

const open = (remaining: ListedApplication[]) => {
  let waiting = listed;
  mockApi({
    'GET /staff/applications': () =>
      Response.json({ success: true, data: { applications: waiting } }),
    'GET /staff/applications/karim': dataResponse(karim),
    'POST /staff/applications/karim/decision': (signal) => {
      waiting = remaining;
      return dataResponse(karim)(signal);
    },
  });
  return openStaffPage(ApplicationsPage, `applications/karim${SEARCH}`, 'staffApplications');
};

const approve = async () => {
  await press(texts.approve.open);
  await send(texts.approve.submit);
  expect(await screen.findByText(texts.approve.done)).toBeVisible();
};

it('leads to the applications before and after, and after a decision to the first that waits', async () => {
  await open(listed.filter(({ _id }) => _id !== 'karim'));
  const next = await screen.findByRole('link', { name: staff.next });
  expect(next).toHaveAttribute('href', `/staff/applications/nadia${SEARCH}`);
  const previous = screen.getByRole('link', { name: staff.previous });
  expect(previous).toHaveAttribute('href', `/staff/applications/amina${SEARCH}`);
  await approve();
  expect(next).toHaveFocus();
  expect(next).toHaveAttribute('href', `/staff/applications/amina${SEARCH}`);
});

it('leads to the list after the last decision', async () => {
  await open([]);
  await approve();
  const list = screen.getByRole('link', { name: texts.back });
  expect(list).toHaveFocus();
  expect(list).toHaveAttribute('href', `/staff/applications${SEARCH}`);
});
