import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What a place in the history keeps of a screen with steps, beside what the screen was opened with. */
interface StepState {
  step?: unknown;
}

/**
 * The steps of a screen, counted from 0, each at a place of its own in the browser's history: back and forward go from
 * step to step, and leave the screen at the first one.
 *
 * @param furthest the last step that what was entered allows. The history may hold later ones, from before a reload or a
 * change: who gets there is led back.
 */
export function useSteps(furthest: number) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: StepState | null };
  const kept = typeof state?.step === 'number' ? state.step : 0;
  const step = Math.min(kept, furthest);
  const isReturning = useRef(false);
  /** Where the person is, or is on the way to: a second press must not take them further. */
  const current = useRef(step);

  // Before anything is shown: a press on what is shown counts from there.
  useLayoutEffect(() => {
    current.current = step;
  }, [kept, step]);

  useEffect(() => {
    if (kept === step) {
      isReturning.current = false;
    } else if (!isReturning.current) {
      isReturning.current = true;
      void navigate(step - kept);
    }
  }, [kept, step, navigate]);

  return {
    step,
    /** To the next step, or to any earlier one, from wherever the person is by now. */
    goTo: (target: number): void => {
      if (target > current.current) {
        current.current = target;
        // As the address is now: a change of the language takes the one out that it named.
        const { pathname, search } = window.location;
        void navigate(pathname + search, { state: { ...state, step: target } });
      } else if (target < current.current) {
        const way = target - current.current;
        current.current = target;
        isReturning.current = true;
        void navigate(way);
      }
    },
  };
}

/** What the screen was opened with, to hand it on to another one. */
export function withoutStep(state: unknown): unknown {
  return state && { ...state, step: undefined };
}
