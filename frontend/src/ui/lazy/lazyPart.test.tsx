import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SnackbarProvider } from '../snackbar/SnackbarProvider.tsx';
import { lazyPart } from './lazyPart.tsx';

function Sample({ open }: { open: boolean }) {
  return open && <p>part</p>;
}

/** Cannot be fetched at first. */
const unreliable = () => vi.fn(() => Promise.resolve(Sample)).mockRejectedValueOnce(new Error());

describe('lazyPart', () => {
  it('is fetched when it opens', async () => {
    const load = vi.fn(() => Promise.resolve(Sample));
    const Part = lazyPart(load);
    const { rerender } = render(<Part open={false} />);
    expect(load).not.toHaveBeenCalled();
    rerender(<Part open />);
    expect(await screen.findByText('part')).toBeVisible();
  });

  it('says that it cannot be fetched, and is fetched again when it opens again', async () => {
    const onFailed = vi.fn();
    const Part = lazyPart(unreliable(), onFailed);
    const { rerender } = render(<Part open />, { wrapper: SnackbarProvider });
    expect(await screen.findByRole('alert')).toHaveTextContent('partFailed');
    expect(onFailed).toHaveBeenCalledTimes(1);
    rerender(<Part open={false} />);
    rerender(<Part open />);
    expect(await screen.findByText('part')).toBeVisible();
  });

  it('is not missed where it is decoration', async () => {
    const load = unreliable();
    const Part = lazyPart(load);
    render(<Part open />, { wrapper: SnackbarProvider });
    await waitFor(() => {
      expect(load).toHaveBeenCalledTimes(1);
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
