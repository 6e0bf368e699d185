import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaveScreen as leaveBy, watchHistory } from './navigationGuard.ts';
import { useUnsavedChanges, type UnsavedChangesOptions } from './useUnsavedChanges.ts';

function Editor({ guard }: { guard: UnsavedChangesOptions }) {
  const { isAsking, stay, leave } = useUnsavedChanges(guard);
  const navigate = useNavigate();
  const [hasLink, setHasLink] = useState(true);
  return (
    <>
      <p>editor</p>
      <button onClick={() => void navigate('/edit', { state: { step: 1 } })}>next step</button>
      {hasLink && (
        <Link state={{ from: '/courses' }} to="/away?a=1#b">
          away
        </Link>
      )}
      <button
        onClick={() => {
          setHasLink(false);
        }}
      >
        remove the link
      </button>
      <a href="#below">below</a>
      {isAsking && (
        <>
          <button onClick={stay}>stay</button>
          <button onClick={leave}>leave</button>
        </>
      )}
    </>
  );
}

function Start() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate('/edit')}>edit</button>;
}

/** Opens the editor as the second page of the history. */
function edit(isDirty = true, options: Partial<UnsavedChangesOptions> = {}): void {
  render(
    <BrowserRouter>
      <Routes>
        <Route element={<Start />} path="/" />
        <Route element={<Editor guard={{ isDirty, ...options }} />} path="/edit" />
        <Route element={<p>elsewhere</p>} path="/away" />
      </Routes>
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByText('edit'));
}

beforeAll(watchHistory);

beforeEach(() => {
  history.replaceState(null, '', '/');
});

describe('leaving by a link', () => {
  it('waits for the confirmation', () => {
    edit();
    fireEvent.click(screen.getByText('away'));
    fireEvent.click(screen.getByText('stay'));
    expect(screen.getByText('editor')).toBeVisible();
    expect(screen.queryByText('leave')).toBeNull();

    fireEvent.click(screen.getByText('away'));
    fireEvent.click(screen.getByText('leave'));
    expect(screen.getByText('elsewhere')).toBeVisible();
  });

  it('follows the link with its state', () => {
    edit();
    fireEvent.click(screen.getByText('away'));
    fireEvent.click(screen.getByText('leave'));
    expect(window.location).toMatchObject({ pathname: '/away', search: '?a=1', hash: '#b' });
    expect(history.state).toMatchObject({ usr: { from: '/courses' } });
  });

  it('goes where a link led that is gone meanwhile', () => {
    edit();
    fireEvent.click(screen.getByText('away'));
    fireEvent.click(screen.getByText('remove the link'));
    fireEvent.click(screen.getByText('leave'));
    expect(window.location).toMatchObject({ pathname: '/away', search: '?a=1', hash: '#b' });
  });

  it('needs no confirmation without changes', () => {
    edit(false);
    fireEvent.click(screen.getByText('away'));
    expect(screen.getByText('elsewhere')).toBeVisible();
  });

  it('does not include a link within the page', async () => {
    edit();
    fireEvent.click(screen.getByText('below'));
    await waitFor(() => {
      expect(window.location.hash).toBe('#below');
    });
    expect(screen.queryByText('leave')).toBeNull();
  });
});

describe('leaving by the back button', () => {
  it('waits for the confirmation', async () => {
    edit();
    history.back();
    fireEvent.click(await screen.findByText('stay'));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/edit');
    });
    expect(screen.getByText('editor')).toBeVisible();

    history.back();
    const leave = await screen.findByText('leave');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/edit');
    });
    fireEvent.click(leave);
    expect(await screen.findByText('edit')).toBeVisible();
  });
});

describe('going from step to step', () => {
  const step = () => (history.state as { usr?: { step?: number } | null }).usr?.step;

  it('needs no confirmation, and leaving from a later step does', async () => {
    edit();
    fireEvent.click(screen.getByText('next step'));
    expect(step()).toBe(1);
    expect(screen.queryByText('leave')).toBeNull();

    act(() => {
      history.go(-2);
    });
    fireEvent.click(await screen.findByText('stay'));
    await waitFor(() => {
      expect(step()).toBe(1);
    });

    act(() => {
      history.back();
    });
    await waitFor(() => {
      expect(step()).toBeUndefined();
    });
    expect(screen.getByText('editor')).toBeVisible();
    expect(screen.queryByText('leave')).toBeNull();
  });
});

describe('leaving by something else', () => {
  const goneBy = (isDirty: boolean) => {
    let isGone = false;
    edit(isDirty);
    act(() => {
      leaveBy(() => {
        isGone = true;
      });
    });
    return () => isGone;
  };

  it('waits for the confirmation', () => {
    const isGone = goneBy(true);
    fireEvent.click(screen.getByText('stay'));
    expect(isGone()).toBe(false);
  });

  it('continues after the confirmation', () => {
    const isGone = goneBy(true);
    fireEvent.click(screen.getByText('leave'));
    expect(isGone()).toBe(true);
  });

  it('needs no confirmation without changes', () => {
    expect(goneBy(false)()).toBe(true);
  });
});

describe('closing the tab', () => {
  const isAskedByBrowser = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('makes the browser ask', () => {
    edit();
    expect(isAskedByBrowser()).toBe(true);
  });

  it('does not make the browser ask without changes', () => {
    edit(false);
    expect(isAskedByBrowser()).toBe(false);
  });

  it('does not make the browser ask when all changes are stored', () => {
    edit(true, { warnsOnUnload: false });
    expect(isAskedByBrowser()).toBe(false);
  });
});
