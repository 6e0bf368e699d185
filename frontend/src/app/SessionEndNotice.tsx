import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#lib/apiError.ts';
import { useErrorText } from '#i18n/errorMessage.ts';
import { onTokenRefused } from '#api/accessToken.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { isForMembers } from './routes.tsx';

/** Long enough to read why one has to sign in again. */
const REFUSED_DURATION_MS = 8000;

/** Says why the server ends a session, to who is on a screen that needs one. The others are there without. */
export function SessionUpkeep() {
  const errorText = useErrorText();
  const { showError } = useSnackbar();
  const tell = useEffectEvent((code: string) => {
    if (isForMembers(window.location.pathname)) {
      showError(errorText(new ApiError({ code, status: 401 })), { duration: REFUSED_DURATION_MS });
    }
  });

  useEffect(
    () =>
      onTokenRefused((code) => {
        tell(code);
      }),
    [],
  );
  return null;
}
