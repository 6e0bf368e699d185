import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { HomeScreen } from './HomeScreen.tsx';

const open = () => openScreen(HomeScreen, { path: '/', namespaces: ['home'] });

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
  expect(screen.getByRole('button', { name: translations.en.home.background.pause })).toBeVisible();
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
