import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { createQueryClient } from '../api/queryClient.ts';
import { SnackbarProvider } from '../components/snackbar/SnackbarProvider.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { RequireNoToken } from './RequireNoToken.tsx';
import { RequireToken } from './RequireToken.tsx';
import { routes } from './routes.tsx';
import { SessionUpkeep } from './SessionUpkeep.tsx';
import { Shell } from './shell/Shell.tsx';

const guards = { everybody: Fragment, members: RequireToken, visitors: RequireNoToken };

/** Providers, router and shell. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SnackbarProvider>
          <SessionUpkeep />
          <BrowserRouter>
            <Shell>
              <Routes>
                {routes.map(({ path, access, Screen }) => {
                  const Guard = guards[access];
                  return (
                    <Route
                      element={
                        <Guard>
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
          </BrowserRouter>
        </SnackbarProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
