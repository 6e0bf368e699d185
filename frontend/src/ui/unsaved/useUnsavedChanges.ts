import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { followedLink } from '#lib/followedLink.ts';
import { registerGuard } from './navigationGuard.ts';

/** The position that React Router stores with each history entry. */
function historyIndex(): number | undefined {
  return (history.state as { idx?: number } | null)?.idx;
}

export interface UnsavedChangesOptions {
  /** Links, back and forward ask for confirmation. */
  isDirty: boolean;
  /** The browser also asks before the tab is closed or reloaded, because that loses data. */
  warnsOnUnload?: boolean;
}

/**
 * Asks for confirmation before the user leaves a screen with unsaved changes.
 *
 * React Router's own `useBlocker` needs its data router, which adds 18 kB of JavaScript to every page.
 */
export function useUnsavedChanges({ isDirty, warnsOnUnload = isDirty }: UnsavedChangesOptions) {
  const navigate = useNavigate();
  /** A screen with steps has several history entries. Navigation between them is allowed. */
  const { key } = useLocation();
  /** Performs the navigation that waits for the confirmation. */
  const [go, setGo] = useState<() => void>();
  const isLeaving = useRef(false);
  const isReturning = useRef(false);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = followedLink(event);
    if (link && !isLeaving.current) {
      event.preventDefault();
      const target = link.pathname + link.search + link.hash;
      setGo(() => () => {
        if (link.isConnected) {
          // The router reads the state of the link, such as the return path, when it is pressed.
          link.click();
        } else {
          void navigate(target);
        }
      });
    }
  });

  const onHistoryMove = useEffectEvent((event: PopStateEvent, from: Place) => {
    if (isReturning.current) {
      isReturning.current = false;
      event.stopImmediatePropagation();
    } else if (!isLeaving.current && window.location.pathname !== from.path) {
      event.stopImmediatePropagation();
      const steps = (historyIndex() ?? from.index - 1) - from.index;
      isReturning.current = true;
      history.go(-steps);
      setGo(() => () => void navigate(steps));
    }
  });

  useEffect(() => {
    if (!isDirty) {
      return;
    }
    isLeaving.current = false;
    const from = { index: historyIndex() ?? 0, path: window.location.pathname };
    const removeGuard = registerGuard({
      ask: (proceed) => {
        setGo(() => proceed);
      },
      onHistoryMove: (event) => {
        onHistoryMove(event, from);
      },
    });
    const onDocumentClick = (event: MouseEvent) => {
      onClick(event);
    };
    // Capturing, to run before the router's listener.
    document.addEventListener('click', onDocumentClick, { capture: true });
    return () => {
      removeGuard();
      document.removeEventListener('click', onDocumentClick, { capture: true });
    };
  }, [isDirty, key]);

  useEffect(() => {
    if (!warnsOnUnload) {
      return;
    }
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [warnsOnUnload]);

  return {
    isAsking: go !== undefined,
    stay: () => {
      setGo(undefined);
    },
    leave: () => {
      isLeaving.current = true;
      setGo(undefined);
      go?.();
    },
  };
}

interface Place {
  index: number;
  path: string;
}

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
