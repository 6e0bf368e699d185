import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { removePageMetadata } from '#lib/prerenderedPage.ts';
import { ButtonLink } from './Button.tsx';
import styles from './ScreenTitle.module.css';

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

interface PageIntroProps {
  text: string;
  /** The label of the button to the sign-up screen, if there is one. */
  signup: string | false;
  /** The label of the button to the courses, if there is one. */
  courses?: string | false;
  /** Shown beside the button. */
  note: string | false;
}

/** The introduction of a page, with a button to sign up, or to the courses for users who have signed up. */
export function PageIntro({ text, signup, courses = false, note }: PageIntroProps) {
  return (
    <>
      <p className={styles.intro}>{text}</p>
      {(signup || courses || note) && (
        <div className={styles.signup}>
          {signup && <ButtonLink to="/signup">{signup}</ButtonLink>}
          {courses && <ButtonLink to="/courses">{courses}</ButtonLink>}
          {note && <p>{note}</p>}
        </div>
      )}
    </>
  );
}

interface PlainScreenProps {
  title: string;
  message: ReactNode;
  /** A large text above the title, such as a status code. */
  overline?: string;
  /** Links or buttons. */
  children: ReactNode;
}

/** A screen with one message, and links or buttons. */
export function PlainScreen({ title, message, overline, children }: PlainScreenProps) {
  return (
    <section className={styles.screen}>
      {overline && <p className={styles.overline}>{overline}</p>}
      <ScreenTitle className={styles.title} documentTitle={title}>
        {title}
      </ScreenTitle>
      <p className={styles.message}>{message}</p>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
