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
