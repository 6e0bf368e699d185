import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useState } from 'react';
import { Link } from '#ui/Link.tsx';
import { ButtonLink, IconButton } from '#ui/Button.tsx';
import { setColorScheme, useColorScheme } from '#theme/colorScheme.ts';
import type { LazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { useScreenEntries } from './navigation.ts';
import styles from './Bar.module.css';

/** The logo, which links to the home screen. */
export function Brand() {
  const { t } = useTranslation();
  return (
    <Link className={styles.brand} to="/">
      <BrandMark />
      <span>{t('brand')}</span>
    </Link>
  );
}

/** The logo: a path that climbs to a waypoint. It is not mirrored in right-to-left languages. */
function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden="true" height={size} viewBox="0 0 32 32" width={size}>
      <rect fill="#5a32c8" height="32" rx="9" width="32" />
      <path
        d="M7 24c8 0 4-9 10-9s2-8 8-8"
        fill="none"
        stroke="#fff"
        strokeLinecap="round"
        strokeWidth="3"
      />
      <circle cx="25" cy="7" fill="#ffb42e" r="3.5" />
    </svg>
  );
}

export function BarLinks({ part }: { part: 'visitors' | 'users' }) {
  const { pathname } = useLocation();
  return (
    <>
      {useScreenEntries(part).map(({ id, label, to }) => (
        <ButtonLink
          aria-current={to === pathname ? 'page' : undefined}
          key={id}
          to={to}
          variant="quiet"
        >
          {label}
        </ButtonLink>
      ))}
    </>
  );
}

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
}

interface DrawerButtonProps {
  className?: string | undefined;
  Drawer: LazyComponent<DrawerProps>;
}

/** Opens a side drawer, which is preloaded when it is likely to be opened. */
export function DrawerButton({ className, Drawer }: DrawerButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className={className}
        icon="menu"
        label={t('navigation.openMenu')}
        onClick={() => {
          setIsOpen(true);
        }}
        onFocus={Drawer.preload}
        onPointerEnter={Drawer.preload}
      />
      <Drawer
        onClose={() => {
          setIsOpen(false);
        }}
        open={isOpen}
      />
    </>
  );
}

/** Switches between dark and light. Icon and label show the result of a click. */
export function ColorSchemeToggle() {
  const { t } = useTranslation();
  const isDark = useColorScheme() === 'dark';
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? t('navigation.useLightTheme') : t('navigation.useDarkTheme')}
      onClick={() => {
        setColorScheme(isDark ? 'light' : 'dark');
      }}
    />
  );
}
