import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Footer } from './Footer.tsx';
import styles from './Shell.module.css';
import type { Elements } from '#ui/elements.ts';

const MAIN = 'main';

interface FrameProps {
  bar: Elements;
  children: ReactNode;
}

/** What every screen has around it: a link to its content, a bar, and the footer. */
export function Frame({ bar, children }: FrameProps) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href={`#${MAIN}`}
        onClick={(event) => {
          // A link to a fragment would add a history entry, which steps and the back button do not expect.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skipToContent')}
      </a>
      {bar}
      <main className={styles.main} id={MAIN} ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
