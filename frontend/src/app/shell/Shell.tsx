import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Footer } from './Footer.tsx';
import styles from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

const MAIN = 'main';

/** What surrounds every screen. A screen that is still loading leaves its place empty for that moment. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href={`#${MAIN}`}>
        {t('skipToContent')}
      </a>
      <TopBar />
      <main className={styles['main']} id={MAIN} tabIndex={-1}>
        <Suspense fallback={null}>{children}</Suspense>
      </main>
      <Footer />
    </div>
  );
}
