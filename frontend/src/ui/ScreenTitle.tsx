import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { removePageMetadata } from '#lib/pageHead.ts';

interface ScreenTitleProps {
  children: ReactNode;
  /** What the browser's tab says. */
  documentTitle: string;
  className?: string | undefined;
}

/** React Router's key of the location that the page was opened with. */
const FIRST_LOCATION = 'default';

/**
 * The main heading of a screen. It names the document, and after a navigation it takes the focus and brings the
 * page to its top, as loading a page would: a screen reader begins where the new screen begins.
 */
export function ScreenTitle({ children, documentTitle, className }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { t } = useTranslation();
  const { key } = useLocation();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const brand = t('brand');

  useEffect(() => {
    document.title = `${documentTitle} · ${brand}`;
  }, [documentTitle, brand]);

  useEffect(() => {
    if (key === FIRST_LOCATION) {
      return;
    }
    removePageMetadata();
    heading.current?.focus({ preventScroll: true });
    if (!isBackOrForward) {
      window.scrollTo(0, 0);
    }
  }, [key, isBackOrForward]);

  return (
    <h1 className={className} ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
