import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { lazyStep } from './lazyStep.tsx';

function Sample({ name }: { name: string }) {
  return <p>step {name}</p>;
}

describe('lazyStep', () => {
  it('is there at once when it was fetched ahead', async () => {
    const load = vi.fn(() => Promise.resolve(Sample));
    const Step = lazyStep(load);
    Step.fetchAhead();
    await waitFor(() => {
      expect(load).toHaveResolved();
    });
    render(<Step name="two" />);
    expect(screen.getByText('step two')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('can be tried again in its place', async () => {
    const load = vi.fn(() => Promise.resolve(Sample)).mockRejectedValueOnce(new Error());
    const Step = lazyStep(load);
    render(<Step name="two" />);
    expect(await screen.findByRole('alert')).toHaveTextContent('partFailed');
    fireEvent.click(screen.getByRole('button', { name: 'retry' }));
    expect(await screen.findByText('step two')).toBeVisible();
  });
});
