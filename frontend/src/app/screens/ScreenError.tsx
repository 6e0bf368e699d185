import { useEffect, useState } from 'react';
import { useRevalidator, useRouteError } from 'react-router-dom';
import { reloadOnce } from '#lib/newRelease.ts';
import { LoadFailedScreen } from './LoadFailedScreen.tsx';

/** The code or the translations of a screen could not be loaded. */
export class ScreenLoadError extends Error {
  /** A new release has replaced the one that is open. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super('The screen could not be loaded.', { cause });
    this.isOutdated = isOutdated;
  }
}

/** Replaces a screen that could not be loaded. Any other error is one of the app, whose own boundary shows it. */
export function ScreenError() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const [retries, setRetries] = useState(0);
  const [mayReload, setMayReload] = useState(true);
  if (!(error instanceof ScreenLoadError)) {
    throw error;
  }
  const { isOutdated } = error;

  useEffect(() => {
    // Not before the URL is that of the screen.
    if (isOutdated && !reloadOnce()) {
      setMayReload(false);
    }
  }, [isOutdated]);

  if (isOutdated && mayReload) {
    return null;
  }
  return (
    <LoadFailedScreen
      onRetry={async () => {
        // The title of the screen takes the focus, as after a navigation.
        document.documentElement.dataset.navigated = '';
        await revalidate();
        setRetries(retries + 1);
      }}
      retries={retries}
    />
  );
}
