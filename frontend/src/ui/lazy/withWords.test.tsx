import { fireEvent, render, screen } from '@testing-library/react';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SnackbarProvider } from '../snackbar/SnackbarProvider.tsx';
import { lazyPart } from './lazyPart.tsx';
import { lazyStep } from './lazyStep.tsx';
import { withWords } from './withWords.ts';

let isOnline = false;

const words: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (_language, area, done) => {
    if (area === 'common' || isOnline) {
      done(null, { loading: 'in words' });
    } else {
      done(new Error(), false);
    }
  },
};

function Sample() {
  const { t } = useTranslation('courses');
  return <p>{t('loading')}</p>;
}

const load = withWords(['courses'], () => Promise.resolve(Sample));

beforeEach(async () => {
  isOnline = false;
  await i18next
    .use(words)
    .use(initReactI18next)
    .init({ lng: 'en', fallbackLng: false, ns: 'common', defaultNS: 'common' });
});

describe('withWords', () => {
  it('lets a step be tried again for its words', async () => {
    const Step = lazyStep(load);
    render(<Step />);
    expect(await screen.findByRole('alert')).toHaveTextContent('partFailed');
    isOnline = true;
    fireEvent.click(screen.getByRole('button', { name: 'retry' }));
    expect(await screen.findByText('in words')).toBeVisible();
  });

  it('fetches the words of a part again when it opens again', async () => {
    const onFailed = vi.fn();
    const Part = lazyPart<{ open: boolean }>(load, onFailed);
    const { rerender } = render(<Part open />, { wrapper: SnackbarProvider });
    expect(await screen.findByRole('alert')).toHaveTextContent('partFailed');
    expect(onFailed).toHaveBeenCalledTimes(1);
    isOnline = true;
    rerender(<Part open={false} />);
    rerender(<Part open />);
    expect(await screen.findByText('in words')).toBeVisible();
  });
});
