import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, expect, it, vi, describe } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import home from '#locales/en/home.json';
import { dataResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { ServiceAreaCards, HomeScreen } from './HomeScreen.tsx';

const NEXT = 'The courses that start first';

describe('HomeScreen', () => {
  const open = () => openScreen(HomeInShell, { path: '/', namespaces: ['home'] });

  /** The shell waits for what the screen loads. */
  function HomeInShell() {
    return (
      <Suspense>
        <HomeScreen nextCourses={<p>{NEXT}</p>} />
      </Suspense>
    );
  }

  const pictures = () => [...document.querySelectorAll<HTMLElement>('img[data-pillar]')];

  /** The service area whose waypoint is highlighted, by index. */
  const shown = () =>
    [...document.querySelectorAll<SVGElement>('circle[data-shown]')].findIndex(
      ({ dataset }) => dataset['shown'] === 'true',
    );

  function setVisibility(state: DocumentVisibilityState): void {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
  }

  function pass(milliseconds: number): void {
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  }

  beforeEach(() => {
    // No preference for reduced motion. jsdom has no media queries.
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  });

  it('loads one picture at first, and the others when the browser is idle', async () => {
    const whenIdle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => whenIdle.push(callback));
    vi.stubGlobal('cancelIdleCallback', () => undefined);
    await open();
    expect(pictures().map(({ dataset }) => dataset['pillar'])).toEqual(['courses']);
    act(() => {
      whenIdle.forEach((callback) => {
        callback();
      });
    });
    expect(pictures().map(({ dataset }) => dataset['pillar'])).toEqual(
      Object.keys(translations.en.common.pillars),
    );
  });

  it('does not rotate pictures in a hidden tab', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open();
    expect(
      screen.getByRole('button', { name: translations.en.home.background.pause }),
    ).toBeVisible();
    pass(5000);
    expect(shown()).toBe(1);
    setVisibility('hidden');
    pass(20_000);
    expect(shown()).toBe(1);
    setVisibility('visible');
    pass(4999);
    expect(shown()).toBe(1);
    pass(1);
    expect(shown()).toBe(2);
  });

  it('has no part of a signed-in user for visitors', async () => {
    const requests = mockApi({});
    await open();
    const { createAccount } = translations.en.home;
    expect(screen.getByRole('link', { name: createAccount })).toHaveAttribute('href', '/signup');
    const titles = screen.getAllByRole('heading', { level: 2 });
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      home.next.title,
      home.steps.title,
      home.pillarsTitle,
    ]);
    expect(screen.getByText(NEXT)).toBeVisible();
    expect(screen.getByRole('link', { name: home.next.all })).toHaveAttribute('href', '/courses');
    expect(screen.getByText(home.pillarsIntro.visitor)).toBeVisible();
    expect(requests).toEqual([]);
  });

  it('has their part for a signed-in user, before the service areas', async () => {
    setAccessToken('token');
    const data = (value: object) => dataResponse(value);
    mockApi({
      'GET /users/me': data({ fullname: 'Amina Benali', birthdate: '2001-03-05', teacher: null }),
      'GET /users/me/courses': data({ requested: [], enrolled: [], past: [] }),
      'GET /courses': data([]),
    });
    await act(open);
    await screen.findByText(/Amina Benali/);
    const titles = screen.getAllByRole('heading', { level: 2 });
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Amina Benali'),
      translations.en.home.pillarsTitle,
    ]);
    const { pillars } = translations.en.common;
    const areas = Object.values(pillars).map((name) => screen.getByRole('heading', { name }));
    expect(areas).toHaveLength(5);
    for (const text of [home.createAccount, home.trust, home.pillarsIntro.visitor, NEXT]) {
      expect(screen.queryByText(text)).toBeNull();
    }
  });
});

describe('ServiceAreaCards', () => {
  const open = () => openScreen(ServiceAreaCards, { path: '/', namespaces: ['home'] });

  it('has one link and no button for visitors', async () => {
    await open();
    expect(screen.getByRole('link')).toHaveTextContent(home.explore);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('lets signed-in users wait for the services that are not open', async () => {
    mockApi({
      'GET /users/me': dataResponse({ interests: ['psychology'] }),
    });
    setAccessToken('token');
    await open();
    const names = ['Consulting', 'Job hunting', 'Networking', 'Psychology support'];
    const buttons = await Promise.all(
      names.map((name) => screen.findByRole('button', { name: `Tell me when it opens: ${name}` })),
    );
    expect(screen.getAllByRole('button')).toEqual(buttons);
    expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual([
      'false',
      'false',
      'false',
      'true',
    ]);
    expect(screen.getByRole('link')).toHaveTextContent(home.explore);
  });
});
