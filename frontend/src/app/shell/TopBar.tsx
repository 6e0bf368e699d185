import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useHasToken } from '../../api/token.ts';
import { BrandMark } from '../../components/BrandMark.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { MenuButton } from '../../components/menu/MenuButton.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx';
import { DrawerButton } from './DrawerButton.tsx';
import styles from './TopBar.module.css';
import { useAboutEntries, useLanguageEntries } from './useNavigationEntries.ts';

/** The bar of a visitor (spec §2, Home). On narrow screens the drawer has what it has no room for. */
export function TopBar() {
  const { t } = useTranslation();
  const { ownName } = useLanguage();
  const isVisitor = !useHasToken();
  const aboutEntries = useAboutEntries();
  const languageEntries = useLanguageEntries();

  return (
    <header className={styles['bar']}>
      <div className={styles['content']}>
        <Link className={styles['brand']} to="/">
          <BrandMark />
          {t('brand')}
        </Link>
        <nav aria-label={t('navigation.main')} className={styles['navigation']}>
          <div className={styles['wide']}>
            <MenuButton entries={aboutEntries}>{t('navigation.about')}</MenuButton>
            <MenuButton entries={languageEntries}>
              <Icon name="globe" />
              <span className="visually-hidden">{t('navigation.language')}</span> {ownName}
            </MenuButton>
          </div>
          <ColorSchemeToggle />
          {isVisitor && (
            <div className={styles['wide']}>
              <ButtonLink look="quiet" to="/login">
                {t('navigation.login')}
              </ButtonLink>
              <ButtonLink to="/signup">{t('navigation.signup')}</ButtonLink>
            </div>
          )}
          <DrawerButton className={styles['narrow']} />
        </nav>
      </div>
    </header>
  );
}
