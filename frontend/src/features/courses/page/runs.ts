import { useState } from 'react';
import type { CourseRun } from '#entities/course/api/getCourse.ts';
import { useIsHydrated } from '#ui/useIsHydrated.ts';

/** What one can do about a run. The server decides again, by the same rules (docs/decisions/0060-place-requests.md). */
export type RunState = 'open' | 'full' | 'started';

/** A run with its state today. */
export interface RunWithState {
  run: CourseRun;
  state: RunState;
}

/** The state of a run on a day. Its start counts by the date in UTC, as on the server. */
function stateOfRun(run: CourseRun, today: string): RunState {
  if (run.start < today) {
    return 'started';
  }
  return run.placesLeft === 0 ? 'full' : 'open';
}

/** The runs that have not ended, each with its state. A prerendered page shows those of its build, until it is hydrated. */
export function useRuns(runs: CourseRun[]): RunWithState[] {
  const [now] = useState(() => new Date().toISOString().slice(0, 10));
  const today = useIsHydrated() ? now : '';
  return runs
    .filter(({ end }) => end >= today)
    .map((run) => ({ run, state: stateOfRun(run, today) }));
}
