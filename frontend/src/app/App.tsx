import { useEffect, useEffectEvent } from 'react';
import { onAccessTokenRejected } from '#api/accessToken.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { ApiError } from '#lib/apiError.ts';
import type { Elements } from '#ui/elements.ts';
import { SnackbarProvider } from '#ui/snackbar/Snackbar.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { requiresSignIn } from './routes.tsx';

/** What is around the router, which is that of the browser, or a static one for prerendering. */
export function App({ children }: { children: Elements }) {
  return (
    <SnackbarProvider>
      <SessionEndNotice />
      {children}
    </SnackbarProvider>
  );
}

/** Long enough to read why signing in again is necessary. */
const NOTICE_DURATION_MS = 8000;

/** Shows why the server ended the session, on screens that need one. */
export function SessionEndNotice() {
  const errorMessage = useErrorMessage();
  const { showError } = useSnackbar();
  const showReason = useEffectEvent((code: string) => {
    if (requiresSignIn(window.location.pathname)) {
      showError(errorMessage(new ApiError({ code, status: 401 })), {
        duration: NOTICE_DURATION_MS,
      });
    }
  });

  useEffect(
    () =>
      onAccessTokenRejected((code) => {
        showReason(code);
      }),
    [],
  );
  return null;
}
