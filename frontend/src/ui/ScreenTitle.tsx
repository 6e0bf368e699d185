import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { removePageMetadata } from '#lib/prerenderedPage.ts';

interface ScreenTitleProps {
  children: ReactNode;
  /** The title of the browser tab. */
  documentTitle: string;
  className?: string | undefined;
}

/** React Router's key of the location at which the page was opened. A return to it has the same key, so `<html>` tells whether it was left. */
const FIRST_LOCATION = 'default';

/**
 * The main heading of a screen. It sets the document's title. After a navigation it takes the focus and scrolls
 * to the top, as loading a page would, so that screen readers start at the new screen.
 */
export function ScreenTitle({ children, documentTitle, className }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { t } = useTranslation();
  const location = useLocation();
  const shown = useRef<typeof location>(undefined);
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const brand = t('brand');

  useEffect(() => {
    document.title = `${documentTitle} · ${brand}`;
  }, [documentTitle, brand]);

  useEffect(() => {
    const { dataset } = document.documentElement;
    const { key, pathname, hash } = location;
    const before = shown.current;
    shown.current = location;
    // The browser itself leads to the part of the screen.
    const isPartOfSame = isBackOrForward && before?.pathname === pathname && before.hash !== hash;
    if (isPartOfSame || (key === FIRST_LOCATION && dataset.navigated === undefined)) {
      return;
    }
    dataset.navigated = '';
    removePageMetadata();
    heading.current?.focus({ preventScroll: true });
    // Screens with steps do not let the browser restore the position (`useSteps`).
    if (!isBackOrForward || history.scrollRestoration === 'manual') {
      window.scrollTo(0, 0);
    }
  }, [location, isBackOrForward]);

  return (
    <h1 className={className} ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
