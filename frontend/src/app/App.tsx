import {
  Fragment,
  useEffect,
  type ComponentType,
  Component,
  useState,
  useEffectEvent,
} from 'react';
import { Route, Routes, Navigate, useLocation } from 'react-router-dom';
import {
  staysAfterSignOut,
  wasSignedOutByUser,
  useHasAccessToken,
  onAccessTokenRejected,
} from '#api/accessToken.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { ApiError } from '#lib/apiError.ts';
import { parseReturnPath, returnPathIn } from '#lib/returnPath.ts';
import type { Elements } from '#ui/elements.ts';
import { ReturnRedirect } from '#ui/ReturnRedirect.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { SnackbarProvider } from '#ui/snackbar/Snackbar.tsx';
import { routes, requiresSignIn } from './routes.tsx';
import { CrashScreen } from './screens/CrashScreen.tsx';
import { Shell } from './shell/Shell.tsx';

const guards = { everyone: Fragment, signedIn: RequireAccessToken, visitors: RequireVisitor };

interface AppProps {
  /** The router: that of the browser, or a static one for prerendering. */
  Router: ComponentType<{ children: Elements }>;
  /** Called once the app handles the input of the first screen. */
  onReady?: () => void;
}

/** Providers, router and shell. */
export function App({ Router, onReady }: AppProps) {
  return (
    <ErrorBoundary>
      <SnackbarProvider>
        <SessionEndNotice />
        <Router>
          <Shell>
            <Routes>
              {routes.map(({ path, access, Screen }) => {
                const Guard = guards[access];
                return (
                  <Route
                    caseSensitive
                    element={
                      // The key mounts the guard again for each route, so that access to one screen gives none
                      // to another.
                      <Guard key={path}>
                        <Screen />
                      </Guard>
                    }
                    key={path}
                    path={path}
                  />
                );
              })}
            </Routes>
            {onReady && <Ready onReady={onReady} />}
          </Shell>
        </Router>
      </SnackbarProvider>
    </ErrorBoundary>
  );
}

/** Stands beside the screen, in the same boundary: its effect runs once the screen is hydrated. */
function Ready({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}

/** Shows an error screen with links when rendering fails. */
class ErrorBoundary extends Component<{ children: Elements }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <CrashScreen /> : this.props.children;
  }
}

/**
 * Redirects visitors to the login screen (spec §2), with the path to return to. After the user signed out here,
 * it redirects to the home screen (spec §2, Shell), unless the screen stays.
 */
export function RequireAccessToken({ children }: { children: Elements }) {
  const { pathname, search, hash } = useLocation();
  const hasToken = useHasAccessToken();
  const [hadToken] = useState(hasToken);
  if (hasToken || (hadToken && staysAfterSignOut())) {
    return children;
  }
  if (hadToken && wasSignedOutByUser()) {
    return <Navigate replace to="/" />;
  }
  const state = { from: parseReturnPath(pathname + search + hash) };
  return <Navigate replace state={state} to="/login" />;
}

/** Redirects signed-in users to the screen from which a guard sent them to sign in, or else to the home screen. */
export function RequireVisitor({ children }: { children: Elements }) {
  const { state } = useLocation() as { state: unknown };
  return useHasAccessToken() ? <ReturnRedirect path={returnPathIn(state)} /> : children;
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
