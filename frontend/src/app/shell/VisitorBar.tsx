import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import { MenuButton } from '#ui/menu/MenuButton.tsx';
import styles from './Bar.module.css';
import { BarLink, Brand } from './Brand.tsx';
import { ColorSchemeToggle, DrawerButton } from './DrawerButton.tsx';
import { useAboutEntries, useLanguageEntries } from './useNavigationEntries.ts';

const VisitorDrawer = lazyComponent(
  async () => (await import('./VisitorDrawer.tsx')).VisitorDrawer,
  {
    Failed: CloseOnFailure,
  },
);

/** The bar for visitors (spec §2, Home). On narrow screens, the drawer contains what does not fit. */
export function VisitorBar() {
  const { t } = useTranslation();
  const { ownName } = useLanguage();
  const aboutEntries = useAboutEntries();
  const languageEntries = useLanguageEntries();
  const isHome = useLocation().pathname === '/';

  return (
    <header className={styles.bar} data-home={isHome || undefined}>
      <div className={styles.content}>
        <Brand />
        <nav aria-label={t('navigation.main')} className={styles.navigation}>
          <div className={styles.wide}>
            <BarLink to="/courses">{t('pages.courses')}</BarLink>
            <MenuButton entries={aboutEntries}>{t('navigation.about')}</MenuButton>
            <MenuButton entries={languageEntries}>
              <Icon name="globe" />
              <span className="visually-hidden">{t('navigation.language')}</span>{' '}
              <span>{ownName}</span>
            </MenuButton>
          </div>
          <ColorSchemeToggle />
          <div className={styles.wide}>
            <ButtonLink variant="quiet" to="/login">
              {t('navigation.login')}
            </ButtonLink>
            <ButtonLink to="/signup">{t('navigation.signup')}</ButtonLink>
          </div>
          <DrawerButton className={styles.narrow} Drawer={VisitorDrawer} />
        </nav>
      </div>
    </header>
  );
}
