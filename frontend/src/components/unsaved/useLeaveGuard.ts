import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

/** Where the person is about to go: a link's target, or so many steps through the history. */
type Destination = string | number;

/** What React Router keeps in the history beside each location: its place there. */
function historyIndex(): number | undefined {
  return (history.state as { idx?: number } | null)?.idx;
}

/**
 * Holds the person on the screen while `isActive`: links, back and forward wait for an answer, and the browser itself
 * asks before the tab is closed or reloaded.
 *
 * React Router's own `useBlocker` needs its data router, which is 16 kB of JavaScript more on every first visit.
 */
export function useLeaveGuard(isActive: boolean) {
  const navigate = useNavigate();
  const [destination, setDestination] = useState<Destination | null>(null);
  const isLeaving = useRef(false);
  const isReturning = useRef(false);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = linkFollowedBy(event);
    if (link && !isLeaving.current) {
      event.preventDefault();
      setDestination(link.pathname + link.search + link.hash);
    }
  });

  const onHistoryMove = useEffectEvent((event: PopStateEvent, from: Place) => {
    if (isReturning.current) {
      isReturning.current = false;
      event.stopImmediatePropagation();
    } else if (!isLeaving.current && pathOf(window.location) !== from.path) {
      event.stopImmediatePropagation();
      const steps = (historyIndex() ?? from.index - 1) - from.index;
      isReturning.current = true;
      history.go(-steps);
      setDestination(steps);
    }
  });

  useEffect(() => {
    if (!isActive) {
      return;
    }
    isLeaving.current = false;
    const from = { index: historyIndex() ?? 0, path: pathOf(window.location) };
    const onPopState = (event: PopStateEvent) => {
      onHistoryMove(event, from);
    };
    const onDocumentClick = (event: MouseEvent) => {
      onClick(event);
    };
    // Capturing: ahead of the router, which listens as well.
    document.addEventListener('click', onDocumentClick, { capture: true });
    window.addEventListener('popstate', onPopState, { capture: true });
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      document.removeEventListener('click', onDocumentClick, { capture: true });
      window.removeEventListener('popstate', onPopState, { capture: true });
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [isActive]);

  return {
    isAsking: destination !== null,
    stay: () => {
      setDestination(null);
    },
    leave: () => {
      isLeaving.current = true;
      setDestination(null);
      if (typeof destination === 'number') {
        void navigate(destination);
      } else if (destination !== null) {
        void navigate(destination);
      }
    },
  };
}

interface Place {
  index: number;
  path: string;
}

function pathOf({ pathname, search }: Location): string {
  return pathname + search;
}

/** The link to another screen that a click follows in this tab, if it does. */
function linkFollowedBy(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  const isPlain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const isHere =
    link?.origin === window.location.origin && (!link.target || link.target === '_self');
  const isElsewhere = link && link.pathname + link.search !== pathOf(window.location);
  return link && isPlain && isHere && isElsewhere && !link.download ? link : undefined;
}

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
