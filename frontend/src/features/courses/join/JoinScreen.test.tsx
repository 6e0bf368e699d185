import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { springRun } from '#testing/courseRun.ts';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { JoinScreen } from './JoinScreen.tsx';

const JOIN = 'POST /courses/rust/runs/2027-spring/sessions/2/join';
const COURSE = 'GET /courses/rust';
const text = translations.en.myPlace.join;
const URL = 'https://meet.example/abc';

const course = {
  _id: 'rust',
  name: 'Rust',
  runs: [
    {
      ...springRun,
      sessions: [{ number: 2, startsAt: '2027-04-03T09:00:00Z', endsAt: '2027-04-03T11:00:00Z' }],
    },
  ],
};

const open = () =>
  openScreen(JoinScreen, {
    path: '/join/rust/2027-spring/2',
    route: '/join/*',
    namespaces: ['errors', 'myPlace'],
  });

beforeEach(() => {
  setAccessToken('token');
});

describe('joining a session', () => {
  it('leads to the meeting at once, without a referrer', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    mockApi({
      [JOIN]: dataResponse({ url: URL }),
      [COURSE]: dataResponse(course),
    });
    await open();
    await waitFor(() => {
      expect(click).toHaveBeenCalledOnce();
    });
    const link = click.mock.contexts[0] as HTMLAnchorElement;
    expect(link).toHaveAttribute('href', URL);
    expect(link).toHaveAttribute('rel', 'noreferrer');
    expect(await screen.findByText(/Saturday, 3 April 2027, 10:00–12:00/)).toBeVisible();
  });

  it('leaves the choice when there are several ways', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const data = { url: URL, dialIn: '+213 21 00 00 00', address: '3 rue Didouche Mourad' };
    mockApi({
      [JOIN]: dataResponse(data),
      [COURSE]: dataResponse(course),
    });
    await open();
    expect(await screen.findByRole('link', { name: text.enter })).toHaveAttribute('href', URL);
    expect(screen.getByText('+213 21 00 00 00')).toBeVisible();
    expect(screen.getByText('3 rue Didouche Mourad')).toBeVisible();
    expect(click).not.toHaveBeenCalled();
  });

  it('says when it opens, and opens then by itself', async () => {
    vi.useFakeTimers({ now: Date.parse('2027-04-03T08:35:00Z'), shouldAdvanceTime: true });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    let isOpen = false;
    const refused = errorResponse(409, 'session_not_open');
    const opened = dataResponse({ url: URL });
    mockApi({
      [JOIN]: (signal) => (isOpen ? opened : refused)(signal),
      [COURSE]: dataResponse(course),
    });
    await open();
    expect(await screen.findByText(/in 10 minutes/)).toBeVisible();
    expect(screen.getByText(translations.en.errors.session_not_open)).toBeVisible();
    isOpen = true;
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await waitFor(() => {
      expect(click).toHaveBeenCalledOnce();
    });
  });

  it.each(['not_enrolled', 'session_over', 'session_cancelled', 'meeting_missing'] as const)(
    'says why it cannot: %s',
    async (code) => {
      mockApi({
        [JOIN]: errorResponse(409, code),
        [COURSE]: dataResponse(course),
      });
      await open();
      expect(await screen.findByText(translations.en.errors[code])).toBeVisible();
      expect(screen.getByRole('button', { name: text.again })).toBeVisible();
    },
  );
});
