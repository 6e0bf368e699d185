import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openScreen } from '#testing/openScreen.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { registerGuard } from '#ui/unsaved/navigationGuard.ts';
import { animateLinks } from './viewTransitions.ts';

const loaded = new Set<string>();
/** Resolves when the new screen is rendered. */
let rendered: Promise<unknown> | undefined;

const startViewTransition = vi.fn((update: () => Promise<unknown>) => {
  rendered = update();
});

function Screens() {
  return (
    <Routes>
      <Route element={<Link to="/faq">FAQ</Link>} path="/" />
      <Route element={<ScreenTitle documentTitle="FAQ">Questions</ScreenTitle>} path="/faq" />
    </Routes>
  );
}

const title = () => screen.findByRole('heading', { name: 'Questions' });

async function pressLink(): Promise<void> {
  await openScreen(Screens, { path: '/', route: '*', namespaces: [] });
  fireEvent.click(screen.getByText('FAQ'));
}

// Its listener stays, as on a page.
beforeAll(() => {
  animateLinks((path) => loaded.has(path));
});

beforeEach(() => {
  loaded.add('/faq');
  rendered = undefined;
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Object.assign(document, { startViewTransition });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'startViewTransition');
    startViewTransition.mockClear();
    loaded.clear();
  });
});

describe('the screen of a pressed link', () => {
  it('appears in a view transition, which begins once its title has the focus', async () => {
    await pressLink();
    expect(startViewTransition).toHaveBeenCalledTimes(1);
    await act(() => rendered);
    expect(await title()).toHaveFocus();
    expect(window.location.pathname).toBe('/faq');
  });

  it.each([
    [
      'whose code is not loaded',
      () => {
        loaded.clear();
      },
    ],
    [
      'for users who prefer reduced motion',
      () => vi.stubGlobal('matchMedia', () => ({ matches: true })),
    ],
    [
      'in browsers without view transitions',
      () => Reflect.deleteProperty(document, 'startViewTransition'),
    ],
  ])('is shown at once %s', async (_case, prepare) => {
    prepare();
    await pressLink();
    await waitFor(async () => {
      expect(await title()).toHaveFocus();
    });
    expect(startViewTransition).not.toHaveBeenCalled();
  });

  it('asks about unsaved changes first', async () => {
    const removeGuard = registerGuard({ ask: vi.fn(), onHistoryMove: vi.fn() });
    onTestFinished(removeGuard);
    await pressLink();
    expect(startViewTransition).not.toHaveBeenCalled();
  });

  it('is waited for only for a limited time', async () => {
    vi.useFakeTimers();
    const link = document.createElement('a');
    link.href = '/faq';
    link.addEventListener('click', (event) => {
      event.preventDefault();
    });
    document.body.append(link);
    fireEvent.click(link);
    await vi.advanceTimersByTimeAsync(300);
    await expect(rendered).resolves.toBeUndefined();
  });
});
