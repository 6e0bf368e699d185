import { useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { LoadFailedScreen } from './LoadFailedScreen.tsx';

/** The code or the translations of a screen could not be loaded. */
export class ScreenLoadError extends Error {}

/** Replaces a screen that could not be loaded. Any other error is one of the app, whose own boundary shows it. */
export function ScreenError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  const [retries, setRetries] = useState(0);
  if (!(error instanceof ScreenLoadError)) {
    throw error;
  }
  return (
    <LoadFailedScreen
      onRetry={async () => {
        await navigate(location, { replace: true, state: location.state as unknown });
        setRetries(retries + 1);
      }}
      retries={retries}
    />
  );
}
