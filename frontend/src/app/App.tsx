import { Fragment, useEffect, type ComponentType, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { SnackbarProvider } from '#ui/snackbar/SnackbarProvider.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { RequireAccessToken } from './RequireAccessToken.tsx';
import { RequireVisitor } from './RequireVisitor.tsx';
import { routes } from './routes.tsx';
import { SessionEndNotice } from './SessionEndNotice.tsx';
import { Shell } from './shell/Shell.tsx';

const guards = { everyone: Fragment, signedIn: RequireAccessToken, visitors: RequireVisitor };

interface AppProps {
  /** The router: that of the browser, or a static one for prerendering. */
  Router: ComponentType<{ children: ReactNode }>;
  /** Called once the app handles clicks. */
  onReady?: () => void;
}

/** Providers, router and shell. */
export function App({ Router, onReady }: AppProps) {
  useEffect(() => {
    // After the current work of React: a click may hydrate what was postponed.
    const timer = setTimeout(() => onReady?.());
    return () => {
      clearTimeout(timer);
    };
  }, [onReady]);

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
          </Shell>
        </Router>
      </SnackbarProvider>
    </ErrorBoundary>
  );
}
