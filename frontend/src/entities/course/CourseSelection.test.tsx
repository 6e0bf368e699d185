import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#api/queryClient.ts';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import type { Course } from './api.ts';
import { CourseSelection } from './CourseSelection.tsx';

const offered: Course[] = [
  { _id: 'kept', name: 'Kept', description: '', type: 'cpd', enrollmentCount: 0 },
];

/** Renders the selection, then lets the list of courses arrive. */
async function choose(chosen: string[], dropsWithdrawn: boolean) {
  const onChoose = vi.fn();
  render(
    <CourseSelection selected={chosen} removesWithdrawn={dropsWithdrawn} onSelect={onChoose} />,
  );
  expect(onChoose).not.toHaveBeenCalled();
  act(() => {
    queryClient.setQueryData(['courses', 'en', 'current'], offered);
  });
  expect(await screen.findByRole('checkbox', { name: 'Kept' })).toBeVisible();
  return onChoose;
}

describe('a selected course that was withdrawn', () => {
  const defaults = queryClient.getDefaultOptions();

  beforeEach(() => {
    queryClient.setDefaultOptions({ queries: { enabled: false } });
  });

  afterEach(() => {
    queryClient.setDefaultOptions(defaults);
    queryClient.clear();
  });

  it('is removed when the list is loaded', async () => {
    const onChoose = await choose(['withdrawn', 'kept'], true);
    expect(onChoose.mock.calls).toEqual([[['kept']]]);
  });

  it('stays until the next selection without removesWithdrawn', async () => {
    expect(await choose(['withdrawn', 'kept'], false)).not.toHaveBeenCalled();
  });

  it('does not remove other courses', async () => {
    expect(await choose(['kept'], true)).not.toHaveBeenCalled();
  });
});

describe('courses that cannot be loaded', () => {
  it('are loaded again, with the focus on the button and then on the heading above', async () => {
    const responses = { 'GET /courses': errorResponse(403, 'forbidden') };
    mockApi(responses);
    const Screen = () => (
      <>
        <h1>Page</h1>
        <section>
          <h2>Your courses</h2>
          <CourseSelection onSelect={vi.fn()} selected={[]} />
        </section>
      </>
    );
    await openScreen(Screen, { path: '/profile', namespaces: ['courses', 'errors'] });
    const succeed = () => {
      responses['GET /courses'] = dataResponse(offered);
    };
    await expectFocusAfterRetry(await screen.findByRole('alert'), succeed, 'Your courses');
    expect(screen.getByRole('checkbox', { name: 'Kept' })).toBeVisible();
  });
});
