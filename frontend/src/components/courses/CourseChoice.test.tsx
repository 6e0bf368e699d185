import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CourseChoice } from './CourseChoice.tsx';
import type { Course } from './listCourses.ts';

const offered: Course[] = [
  { _id: 'kept', name: 'Kept', description: '', type: 'cpd', enrollmentCount: 0 },
];

/** Shows the choice, and then has the list arrive. */
async function choose(chosen: string[], dropsWithdrawn: boolean) {
  const onChoose = vi.fn();
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={queries}>
      <CourseChoice chosen={chosen} dropsWithdrawn={dropsWithdrawn} onChoose={onChoose} />
    </QueryClientProvider>,
  );
  expect(onChoose).not.toHaveBeenCalled();
  act(() => {
    queries.setQueryData(['courses', 'en'], offered);
  });
  expect(await screen.findByRole('checkbox', { name: 'Kept' })).toBeVisible();
  return onChoose;
}

describe('a chosen course that is not offered any more', () => {
  it('is dropped when the list has arrived', async () => {
    const onChoose = await choose(['withdrawn', 'kept'], true);
    expect(onChoose.mock.calls).toEqual([[['kept']]]);
  });

  it('stays until the next choice where it is not to be dropped', async () => {
    expect(await choose(['withdrawn', 'kept'], false)).not.toHaveBeenCalled();
  });

  it('takes no others along', async () => {
    expect(await choose(['kept'], true)).not.toHaveBeenCalled();
  });
});
