import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next, { type BackendModule } from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SnackbarProvider } from '../snackbar/Snackbar.tsx';
import { lazyComponent } from './lazyComponent.tsx';
import { closeOnFailure, NoNotice } from './loadFailures.tsx';

function Dialog({ open }: { open: boolean }) {
  return open && <p>dialog</p>;
}

function Step({ name }: { name: string }) {
  return <p>step {name}</p>;
}

function WithSnackbar({ children }: { children: ReactNode }) {
  return (
    <SnackbarProvider>
      <>{children}</>
    </SnackbarProvider>
  );
}

/** Fails the first time. */
const failsOnce = <Component,>(component: Component) =>
  vi.fn(() => Promise.resolve(component)).mockRejectedValueOnce(new Error());

describe('a lazy component that opens', () => {
  it('is loaded when it opens', async () => {
    const load = vi.fn(() => Promise.resolve(Dialog));
    const LazyDialog = lazyComponent(load);
    const { rerender } = render(<LazyDialog open={false} />);
    expect(load).not.toHaveBeenCalled();
    rerender(<LazyDialog open />);
    expect(await screen.findByText('dialog')).toBeVisible();
  });

  it('reports a failure, and is loaded again when it opens again', async () => {
    const onFailed = vi.fn();
    const LazyDialog = lazyComponent(failsOnce(Dialog), { Failed: closeOnFailure(onFailed) });
    const { rerender } = render(<LazyDialog open />, { wrapper: WithSnackbar });
    expect(await screen.findByRole('alert')).toHaveTextContent('partFailed');
    expect(onFailed).toHaveBeenCalledTimes(1);
    rerender(<LazyDialog open={false} />);
    rerender(<LazyDialog open />);
    expect(await screen.findByText('dialog')).toBeVisible();
  });

  it('reports nothing when it is decoration', async () => {
    const load = failsOnce(Dialog);
    const LazyDialog = lazyComponent(load, { Failed: NoNotice });
    render(<LazyDialog open />, { wrapper: WithSnackbar });
    await waitFor(() => {
      expect(load).toHaveBeenCalledTimes(1);
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a lazy component in its place', () => {
  it('is rendered at once when it was preloaded', async () => {
    const load = vi.fn(() => Promise.resolve(Step));
    const LazyStep = lazyComponent(load);
    LazyStep.preload();
    await waitFor(() => {
      expect(load).toHaveResolved();
    });
    render(<LazyStep name="two" />);
    expect(screen.getByText('step two')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('shows its placeholder until it is loaded', async () => {
    const LazyStep = lazyComponent(() => Promise.resolve(Step), { placeholder: <p>soon</p> });
    render(<LazyStep name="two" />);
    expect(screen.getByText('soon')).toBeVisible();
    expect(await screen.findByText('step two')).toBeVisible();
    expect(screen.queryByText('soon')).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    const LazyStep = lazyComponent(failsOnce(Step));
    render(<LazyStep name="two" />);
    expect(await screen.findByRole('alert')).toHaveTextContent('partFailed');
    fireEvent.click(screen.getByRole('button', { name: 'retry' }));
    expect(await screen.findByText('step two')).toBeVisible();
  });

  it('offers to reload the page after a second failure', async () => {
    const LazyStep = lazyComponent(failsOnce(Step).mockRejectedValueOnce(new Error()));
    render(<LazyStep name="two" />);
    const retry = await screen.findByRole('button', { name: 'retry' });
    expect(screen.queryByRole('button', { name: 'crash.reload' })).toBeNull();
    fireEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'crash.reload' })).toBeVisible();
  });
});

describe('a lazy component with translations', () => {
  let isOnline = false;

  const backend: BackendModule = {
    type: 'backend',
    init: () => undefined,
    read: (_language, namespace, done) => {
      if (namespace === 'common' || isOnline) {
        done(null, { loading: 'translated' });
      } else {
        done(new Error(), false);
      }
    },
  };

  function Sample(_props: { open?: boolean }) {
    const { t } = useTranslation('courses');
    return <p>{t('loading')}</p>;
  }

  const load = () => Promise.resolve(Sample);

  beforeEach(async () => {
    isOnline = false;
    await i18next
      .use(backend)
      .use(initReactI18next)
      .init({ lng: 'en', fallbackLng: false, ns: 'common', defaultNS: 'common' });
  });

  it('loads them again when the user retries', async () => {
    const LazySample = lazyComponent(load, { translations: ['courses'] });
    render(<LazySample />);
    expect(await screen.findByRole('alert')).toHaveTextContent('partFailed');
    isOnline = true;
    fireEvent.click(screen.getByRole('button', { name: 'retry' }));
    expect(await screen.findByText('translated')).toBeVisible();
  });

  it('loads them again when it opens again', async () => {
    const onFailed = vi.fn();
    const LazySample = lazyComponent(load, {
      translations: ['courses'],
      Failed: closeOnFailure(onFailed),
    });
    const { rerender } = render(<LazySample open />, { wrapper: WithSnackbar });
    expect(await screen.findByRole('alert')).toHaveTextContent('partFailed');
    expect(onFailed).toHaveBeenCalledTimes(1);
    isOnline = true;
    rerender(<LazySample open={false} />);
    rerender(<LazySample open />);
    expect(await screen.findByText('translated')).toBeVisible();
  });
});
