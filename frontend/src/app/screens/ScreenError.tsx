import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { LoadFailedScreen } from './LoadFailedScreen.tsx';

/** The code or the translations of a screen could not be loaded. */
export class ScreenLoadError extends Error {
  /** A new release has replaced the one that is open: the page has to be reloaded. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super('The screen could not be loaded.', { cause });
    this.isOutdated = isOutdated;
  }
}

/** Replaces a screen that could not be loaded. Any other error is one of the app, whose own boundary shows it. */
export function ScreenError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  const [retries, setRetries] = useState(0);
  const isRetrying = useRef(false);
  if (!(error instanceof ScreenLoadError)) {
    throw error;
  }
  const { isOutdated } = error;

  useEffect(() => {
    if (isOutdated) {
      // Not before the URL is that of the screen.
      window.location.reload();
    }
  }, [isOutdated]);

  useEffect(() => {
    if (isRetrying.current) {
      isRetrying.current = false;
      // A retry is a navigation, after which the title has taken the focus.
      document.querySelector<HTMLElement>('main button')?.focus();
    }
  }, [location.key]);

  if (isOutdated) {
    return null;
  }
  return (
    <LoadFailedScreen
      onRetry={async () => {
        isRetrying.current = true;
        await navigate(location, { replace: true, state: location.state as unknown });
        setRetries(retries + 1);
      }}
      retries={retries}
    />
  );
}
