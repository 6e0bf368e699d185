import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openStaffPage, press, send, sent } from '#testing/staff.tsx';
import { translations } from '#testing/translations.ts';
import { AnnouncementsPage } from './AnnouncementsPage.tsx';
import type { Announcements } from './api.ts';

const { common, errors, staffAnnouncements: texts } = translations.en;

const nobody = { ready: 0, held: 0, inDoubt: 0 };
const services: Announcements['services'] = [
  {
    service: 'courses',
    open: true,
    waiting: { ready: 2, held: 1, inDoubt: 1 },
    sent: { at: '2026-11-30T08:00:00Z', emails: 12, refused: 1 },
  },
  { service: 'consulting', open: false, waiting: nobody },
];
const WANT = 'POST /staff/announcements';

const open = async (announcements: Announcements, more: Parameters<typeof mockApi>[0] = {}) => {
  const requests = mockApi({ 'GET /staff/announcements': dataResponse(announcements), ...more });
  await openStaffPage(AnnouncementsPage, 'announcements', 'staffAnnouncements');
  return requests;
};

it('announces a service that is open, also to those in doubt', async () => {
  const requests = await open(
    { services, countedAt: '2026-11-30T08:00:00Z' },
    { [WANT]: dataResponse({ services }) },
  );
  const [, courses, consulting] = await screen.findAllByRole('row');
  expect(courses).toHaveTextContent('2 users get the email');
  expect(courses).toHaveTextContent('12 emails');
  expect(courses).toHaveTextContent('1 was not accepted');
  expect(within(consulting as HTMLElement).queryByRole('button')).toBeNull();
  await press(texts.announceOf.replace('{{service}}', common.pillars.courses));
  fireEvent.click(screen.getByLabelText(texts.alsoInDoubt_one));
  await send(texts.send);
  expect(await screen.findByText(texts.wanted)).toBeVisible();
  expect(sent(requests, WANT)).toEqual([{ service: 'courses', inDoubt: true }]);
});

it('has those who wait counted, and keeps the dialog open when somebody else was faster', async () => {
  const requests = await open({ services }, { [WANT]: errorResponse(409, 'conflict') });
  expect((await screen.findAllByText(texts.notCounted)).length).toBe(2);
  await press(texts.count);
  await send(texts.count);
  expect(await screen.findByText(errors.conflict)).toBeVisible();
  expect(sent(requests, WANT)).toEqual([{}]);
});

it('says what is being done, and takes nothing else meanwhile', async () => {
  await open({ services, wanted: { since: '2026-11-30T08:00:00Z', service: 'courses' } });
  expect(
    await screen.findByText(texts.sending.replace('{{service}}', common.pillars.courses)),
  ).toBeVisible();
  for (const button of screen.getAllByRole('button')) {
    expect(button).toBeDisabled();
  }
});
