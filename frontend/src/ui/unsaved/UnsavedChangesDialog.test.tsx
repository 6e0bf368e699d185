import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx';

interface Options {
  isDirty: boolean;
  warnsOnUnload?: boolean;
}

const { leave, stay } = translations.en.unsaved;

function Editor(options: Options) {
  const navigate = useNavigate();
  const [hasLink, setHasLink] = useState(true);
  return (
    <>
      <p>editor</p>
      <button onClick={() => void navigate('/edit', { state: { step: 1 } })}>next step</button>
      <button onClick={() => void navigate('/away')}>save elsewhere</button>
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
      <UnsavedChangesDialog {...options} />
    </>
  );
}

function Start() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate('/edit')}>edit</button>;
}

/** Opens the editor as the second page of the history. */
async function edit(isDirty = true, options: Partial<Options> = {}): Promise<void> {
  const Screens = () => (
    <Routes>
      <Route element={<Start />} path="/" />
      <Route element={<Editor isDirty={isDirty} {...options} />} path="/edit" />
      <Route element={<p>elsewhere</p>} path="/away" />
    </Routes>
  );
  await openScreen(Screens, { path: '/', route: '*', namespaces: ['unsaved'] });
  fireEvent.click(screen.getByText('edit'));
  await screen.findByText('editor');
}

/** The dialog is loaded when it opens. */
const press = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
};

const question = () => screen.queryByRole('alertdialog');

describe('leaving by a link', () => {
  it('waits for the confirmation', async () => {
    await edit();
    fireEvent.click(screen.getByText('away'));
    await press(stay);
    await waitFor(() => {
      expect(question()).toBeNull();
    });
    expect(screen.getByText('editor')).toBeVisible();

    fireEvent.click(screen.getByText('away'));
    await press(leave);
    expect(await screen.findByText('elsewhere')).toBeVisible();
  });

  it('follows the link with its state', async () => {
    await edit();
    fireEvent.click(screen.getByText('away'));
    await press(leave);
    await screen.findByText('elsewhere');
    expect(window.location).toMatchObject({ pathname: '/away', search: '?a=1', hash: '#b' });
    expect(history.state).toMatchObject({ usr: { from: '/courses' } });
  });

  it('goes where a link led that is gone meanwhile', async () => {
    await edit();
    fireEvent.click(screen.getByText('away'));
    fireEvent.click(screen.getByText('remove the link'));
    await press(leave);
    await screen.findByText('elsewhere');
    expect(window.location).toMatchObject({ pathname: '/away', search: '?a=1', hash: '#b' });
  });

  it('needs no confirmation without changes', async () => {
    await edit(false);
    fireEvent.click(screen.getByText('away'));
    expect(await screen.findByText('elsewhere')).toBeVisible();
  });

  it('does not include a link within the page', async () => {
    await edit();
    fireEvent.click(screen.getByText('below'));
    await waitFor(() => {
      expect(window.location.hash).toBe('#below');
    });
    expect(question()).toBeNull();
  });
});

describe('leaving by the back button', () => {
  it('waits for the confirmation', async () => {
    await edit();
    history.back();
    await press(stay);
    await waitFor(() => {
      expect(question()).toBeNull();
    });
    expect(window.location.pathname).toBe('/edit');
    expect(screen.getByText('editor')).toBeVisible();

    history.back();
    await screen.findByRole('alertdialog');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/edit');
    });
    await press(leave);
    expect(await screen.findByText('edit')).toBeVisible();
  });
});

describe('going from step to step', () => {
  const step = () => (history.state as { usr?: { step?: number } | null }).usr?.step;

  it('needs no confirmation, and leaving from a later step does', async () => {
    await edit();
    fireEvent.click(screen.getByText('next step'));
    await waitFor(() => {
      expect(step()).toBe(1);
    });
    expect(question()).toBeNull();

    act(() => {
      history.go(-2);
    });
    await press(stay);
    await waitFor(() => {
      expect(step()).toBe(1);
    });

    act(() => {
      history.back();
    });
    await waitFor(() => {
      expect(step()).toBeUndefined();
    });
    await waitFor(() => {
      expect(question()).toBeNull();
    });
    expect(screen.getByText('editor')).toBeVisible();
  });
});

describe('leaving by something else', () => {
  it('waits for the confirmation', async () => {
    await edit();
    fireEvent.click(screen.getByText('save elsewhere'));
    await press(stay);
    await waitFor(() => {
      expect(question()).toBeNull();
    });
    expect(window.location.pathname).toBe('/edit');
    fireEvent.click(screen.getByText('save elsewhere'));
    await press(leave);
    expect(await screen.findByText('elsewhere')).toBeVisible();
  });

  it('needs no confirmation without changes', async () => {
    await edit(false);
    fireEvent.click(screen.getByText('save elsewhere'));
    expect(await screen.findByText('elsewhere')).toBeVisible();
  });
});

describe('closing the tab', () => {
  const isAskedByBrowser = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('makes the browser ask', async () => {
    await edit();
    expect(isAskedByBrowser()).toBe(true);
  });

  it('does not make the browser ask without changes', async () => {
    await edit(false);
    expect(isAskedByBrowser()).toBe(false);
  });

  it('does not make the browser ask when all changes are stored', async () => {
    await edit(true, { warnsOnUnload: false });
    expect(isAskedByBrowser()).toBe(false);
  });
});
