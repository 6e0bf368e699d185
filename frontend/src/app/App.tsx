import { Fragment, useEffect, type ComponentType, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { SnackbarProvider } from '#ui/snackbar/SnackbarProvider.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { RequireVisitor } from './RequireVisitor.tsx';
import { RequireAccessToken } from './RequireAccessToken.tsx';
import { routes } from './routes.tsx';
import { SessionEndNotice } from './SessionEndNotice.tsx';
import { Shell } from './shell/Shell.tsx';

const guards = { everybody: Fragment, members: RequireAccessToken, visitors: RequireVisitor };

interface AppProps {
  /** Where the address comes from: the browser, or who prerenders. */
  Router: ComponentType<{ children: ReactNode }>;
  /** Called when presses are answered. */
  onReady?: () => void;
}

/** Providers, router and shell. */
export function App({ Router, onReady }: AppProps) {
  useEffect(() => {
    // Not before React is done with this: a press may make it take over what has been put off.
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
                      // Another screen begins anew: who was let in to this one is not let in to that one.
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
