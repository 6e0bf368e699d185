import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import styles from './Bar.module.css';
import { Brand } from './Bar.tsx';
import type { Elements } from '#ui/elements.ts';

interface SignedInBarFrameProps {
  menu?: Elements;
  /** Not on the home screen. */
  back?: Elements;
  links?: Elements;
  profile?: Elements;
}

/** The bar for signed-in users. It keeps the places of what depends on the user, until that is passed. */
export function SignedInBarFrame({
  menu = <span className={styles.place} />,
  back = <span className={styles.place} />,
  links,
  profile = <span className={styles.place} />,
}: SignedInBarFrameProps) {
  const { t } = useTranslation();
  const isHome = useLocation().pathname === '/';
  return (
    <header className={styles.bar} data-signed-in>
      <div className={styles.content}>
        <nav aria-label={t('navigation.main')} className={styles.start}>
          {menu}
          {!isHome && back}
          <Brand />
          {links}
        </nav>
        {profile}
      </div>
    </header>
  );
}
