import { createContext, use } from 'react';

type Severity = 'success' | 'error';

export interface SnackbarMessage {
  text: string;
  severity: Severity;
  /** In milliseconds. */
  duration: number;
}

/** The default duration (spec §9). */
const DEFAULT_DURATION_MS = 3000;

export const SnackbarContext = createContext<(message: SnackbarMessage) => void>(() => undefined);

/** Shows a message at the bottom of the page, on any screen (spec §2, Shell). */
export function useSnackbar() {
  const show = use(SnackbarContext);
  const showAs =
    (severity: Severity) =>
    (text: string, { duration = DEFAULT_DURATION_MS }: { duration?: number } = {}) => {
      show({ text, severity, duration });
    };
  return { showSuccess: showAs('success'), showError: showAs('error') };
}
