import type { ReactNode } from 'react';
import styles from './PlainScreen.module.css';
import { ScreenTitle } from './ScreenTitle.tsx';

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
