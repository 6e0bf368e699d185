import { ApiError } from '../api/apiError.ts';
import { useErrorText } from '../api/errorText.ts';
import { useSnackbar } from '../components/snackbar/snackbarContext.ts';
import { useSessionUpkeep } from '../session/useSessionUpkeep.ts';
import { isForMembers } from './routes.tsx';

/** Long enough to read why one has to sign in again. */
const REFUSED_DURATION_MS = 8000;

/**
 * Keeps the session in order, and says why when the server ends it, to who is on a screen that needs one. The others
 * are there without.
 */
export function SessionUpkeep() {
  const errorText = useErrorText();
  const { showError } = useSnackbar();
  useSessionUpkeep((code) => {
    if (isForMembers(window.location.pathname)) {
      showError(errorText(new ApiError({ code, status: 401 })), { duration: REFUSED_DURATION_MS });
    }
  });
  return null;
}
