import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { deferred } from '#testing/deferred.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { translations } from '#testing/translations.ts';
import type { ServiceArea } from '../serviceAreas.ts';
import { LazyInterestToggle } from './LazyInterestToggle.tsx';

const me = (interests?: ServiceArea[]) =>
  jsonResponse(200, { success: true, data: { ...student, ...(interests && { interests }) } });
const done = jsonResponse(200, { success: true, message: 'In another language' });

async function open(
  responses: Parameters<typeof mockApi>[0],
  { language = 'en', areas = ['job'] }: { language?: LanguageCode; areas?: ServiceArea[] } = {},
) {
  const requests = mockApi(responses);
  const Toggles = () => areas.map((area) => <LazyInterestToggle area={area} key={area} />);
  await openScreen(Toggles, { path: '/', language, namespaces: [] });
  return requests;
}

const toggle = (name: string) => screen.findByRole('button', { name: new RegExp(`: ${name}$`) });

beforeEach(() => {
  setAccessToken('token');
});

describe.each(languages)('the toggle of a service in $ownName', ({ code: language }) => {
  const { common, errors } = translations[language];
  const { interest } = translations[language].services;
  const nameOf = (area: ServiceArea) =>
    interest.tellMeOf.replace('{{service}}', common.pillars[area]);

  it('adds and withdraws an interest', async () => {
    const requests = await open(
      {
        'GET /users/me': me(),
        'POST /services/job/interest': done,
        'DELETE /services/job/interest': done,
      },
      { language },
    );
    const button = await screen.findByRole('button', { name: nameOf('job') });
    expect(button).toHaveAttribute('aria-pressed', 'false');
    expect(button).toHaveTextContent(interest.tellMe);

    fireEvent.click(button);
    expect(await screen.findByText(interest.added)).toBeInTheDocument();
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(requests.at(-1)?.query.get('lang')).toBe(language);

    fireEvent.click(button);
    expect(await screen.findByText(interest.withdrawn)).toBeInTheDocument();
    expect(button).toHaveAttribute('aria-pressed', 'false');
    expect(requests.map(({ name }) => name)).toEqual([
      'GET /users/me',
      'POST /services/job/interest',
      'DELETE /services/job/interest',
    ]);
  });

  it.each([
    [429, 'too_many_requests'],
    [409, 'service_open'],
    [503, 'service_unavailable'],
  ] as const)('keeps its state after a %i', async (status, code) => {
    await open(
      { 'GET /users/me': me(), 'POST /services/job/interest': errorResponse(status, code) },
      { language },
    );
    const button = await screen.findByRole('button', { name: nameOf('job') });
    fireEvent.click(button);
    expect(await screen.findByText(errors[code])).toBeInTheDocument();
    expect(button).toHaveAttribute('aria-pressed', 'false');
    expect(button).not.toHaveAttribute('aria-busy');
  });
});

describe('the toggles of several services', () => {
  it('show what the user waits for', async () => {
    await open({ 'GET /users/me': me(['networking']) }, { areas: ['job', 'networking'] });
    expect(await toggle('Job hunting')).toHaveAttribute('aria-pressed', 'false');
    expect(await toggle('Networking')).toHaveAttribute('aria-pressed', 'true');
  });

  it('keep each other’s changes when requests end in another order', async () => {
    const { promise: firstAnswer, resolve: answerFirst } = deferred<Response>();
    await open(
      {
        'GET /users/me': me(),
        'POST /services/job/interest': () => firstAnswer,
        'POST /services/networking/interest': done,
      },
      { areas: ['job', 'networking'] },
    );
    const [job, networking] = [await toggle('Job hunting'), await toggle('Networking')];
    fireEvent.click(job);
    await waitFor(() => {
      expect(job).toHaveAttribute('aria-busy', 'true');
    });
    fireEvent.click(networking);
    await waitFor(() => {
      expect(networking).toHaveAttribute('aria-pressed', 'true');
    });
    answerFirst(Response.json({ success: true, message: '' }));
    await waitFor(() => {
      expect(job).toHaveAttribute('aria-pressed', 'true');
    });
    expect(networking).toHaveAttribute('aria-pressed', 'true');
  });

  it('stay hidden while the user is unknown', async () => {
    const requests = await open({ 'GET /users/me': errorResponse(500, 'internal_error') });
    await waitFor(() => {
      expect(requests).toHaveLength(1);
    });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
