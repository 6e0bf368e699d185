import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The state of a history entry of a screen with steps, besides the state that the screen was opened with. */
interface StepState {
  step?: unknown;
}

/**
 * The steps of a screen, counted from 0. Each has its own history entry: back and forward move between steps,
 * and leave the screen at the first one.
 *
 * @param furthest the last step that the values allow. The history may contain later ones, from before a reload
 * or a change; from those the hook goes back.
 */
export function useSteps(furthest: number) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: StepState | null };
  const stateStep = typeof state?.step === 'number' ? state.step : 0;
  const step = Math.min(stateStep, furthest);
  const isReturning = useRef(false);
  /** The step that is shown or being navigated to, so that a second click does not go further. No number after the screen was left. */
  const current = useRef(step);

  // Before the paint, because a click counts from the step that is shown.
  useLayoutEffect(() => {
    current.current = step;
  }, [stateStep, step]);

  // Each step begins at its top, or at its error. The browser would restore the position of the last visit after that.
  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
      current.current = NaN;
    };
  }, []);

  useEffect(() => {
    if (stateStep === step) {
      isReturning.current = false;
    } else if (!isReturning.current) {
      isReturning.current = true;
      void navigate(step - stateStep);
    }
  }, [stateStep, step, navigate]);

  return {
    step,
    /** Goes to the next step, or to any earlier one. Does nothing after the screen was left. */
    goTo: (target: number): void => {
      if (target > current.current) {
        current.current = target;
        // The current URL, because a change of language removes the parameter that named one.
        const { pathname, search } = window.location;
        void navigate(pathname + search, { state: { ...state, step: target } });
      } else if (target < current.current) {
        const delta = target - current.current;
        current.current = target;
        isReturning.current = true;
        void navigate(delta);
      }
    },
  };
}

/** The state that the screen was opened with, to pass it on. */
export function withoutStep(state: unknown): object | null {
  return state ? { ...state, step: undefined } : null;
}
