import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSteps, withoutStep } from './useSteps.ts';

const SOON_MS = 500;

function Steps({ furthest }: { furthest: number }) {
  const { step, goTo } = useSteps(furthest);
  return (
    <>
      <p>step {step}</p>
      <button
        onClick={() => {
          goTo(step + 1);
        }}
      >
        next
      </button>
      <button
        onClick={() => {
          goTo(step + 1);
          goTo(step + 1);
        }}
      >
        next, twice
      </button>
      <button
        onClick={() => {
          goTo(step - 1);
          goTo(step - 1);
        }}
      >
        back, twice
      </button>
      <button
        onClick={() => {
          setTimeout(goTo, SOON_MS, 0);
        }}
      >
        soon to the first
      </button>
      <button
        onClick={() => {
          setTimeout(goTo, SOON_MS, step + 1);
        }}
      >
        soon to the next
      </button>
    </>
  );
}

function App({ furthest }: { furthest: number }) {
  return (
    <BrowserRouter>
      <Routes>
        <Route
          element={
            <Link state={{ from: '/profile' }} to="/steps">
              begin
            </Link>
          }
          path="/"
        />
        <Route element={<Steps furthest={furthest} />} path="/steps" />
      </Routes>
    </BrowserRouter>
  );
}

function begin(furthest: number) {
  const app = render(<App furthest={furthest} />);
  fireEvent.click(screen.getByText('begin'));
  return app;
}

const isAt = (step: number) => screen.findByText(`step ${step}`);

function next(): void {
  fireEvent.click(screen.getByText('next'));
}

beforeEach(() => {
  history.pushState(null, '', '/');
});

describe('useSteps', () => {
  it('gives each step a history entry, and leaves the screen before the first one', async () => {
    begin(2);
    next();
    next();
    expect(await isAt(2)).toBeVisible();
    history.back();
    expect(await isAt(1)).toBeVisible();
    history.forward();
    expect(await isAt(2)).toBeVisible();
    history.go(-2);
    expect(await isAt(0)).toBeVisible();
    history.back();
    expect(await screen.findByText('begin')).toBeVisible();
  });

  it('goes back to an earlier step after other navigations', async () => {
    begin(2);
    next();
    expect(await isAt(1)).toBeVisible();
    fireEvent.click(screen.getByText('soon to the first'));
    history.back();
    expect(await isAt(0)).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 2 * SOON_MS));
    expect(window.location.pathname).toBe('/steps');
  });

  it('stays where the user has gone when a step ends after the screen was left', async () => {
    begin(2);
    fireEvent.click(screen.getByText('soon to the next'));
    history.back();
    expect(await screen.findByText('begin')).toBeVisible();
    const { state } = history as { state: unknown };
    await new Promise((resolve) => setTimeout(resolve, 2 * SOON_MS));
    expect(window.location.pathname).toBe('/');
    expect(history.state).toEqual(state);
  });

  it('goes one step further on a double click', async () => {
    begin(2);
    fireEvent.click(screen.getByText('next, twice'));
    expect(await isAt(1)).toBeVisible();
    history.back();
    expect(await isAt(0)).toBeVisible();

    next();
    next();
    expect(await isAt(2)).toBeVisible();
    // Of two navigations at once, jsdom performs only the second; browsers perform both.
    const go = vi.spyOn(history, 'go');
    fireEvent.click(screen.getByText('back, twice'));
    expect(await isAt(1)).toBeVisible();
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('handles a click as soon as a step is shown', async () => {
    begin(2);
    next();
    expect(await isAt(1)).toBeVisible();
    const pressed = new Promise<void>((resolve) => {
      // Called after a change of the document, before any other task.
      const observer = new MutationObserver(() => {
        if (screen.queryByText('step 0')) {
          observer.disconnect();
          next();
          resolve();
        }
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    history.back();
    await pressed;
    expect(await isAt(1)).toBeVisible();
  });

  it('goes back from a step that is no longer allowed', async () => {
    const { unmount } = begin(2);
    next();
    next();
    expect(await isAt(2)).toBeVisible();
    unmount();

    render(<App furthest={0} />);
    expect(screen.getByText('step 0')).toBeVisible();
    await waitFor(() => {
      expect(history.state).toMatchObject({ usr: { from: '/profile' } });
      expect(history.state).not.toHaveProperty('usr.step');
    });
    history.back();
    expect(await screen.findByText('begin')).toBeVisible();
  });

  it('keeps the state that the screen was opened with', async () => {
    begin(1);
    next();
    expect(await isAt(1)).toBeVisible();
    const { usr } = history.state as { usr: unknown };
    expect(usr).toEqual({ from: '/profile', step: 1 });
    expect(withoutStep(usr)).toEqual({ from: '/profile' });
    expect(withoutStep(null)).toBeNull();
  });
});
