import { useTranslation } from 'react-i18next';
import { ReloadButton } from '#ui/ReloadButton.tsx';
import styles from './CrashScreen.module.css';

/** Shown when the app has failed. It uses neither router nor shell, which may be what failed. */
export function CrashScreen() {
  const { t } = useTranslation();
  return (
    <main className={styles.screen} role="alert">
      <h1>{t('crash.title')}</h1>
      <p className={styles.message}>{t('crash.message')}</p>
      <div className={styles.actions}>
        <ReloadButton />
        <a className={styles.home} href="/">
          {t('backToHome')}
        </a>
      </div>
    </main>
  );
}
