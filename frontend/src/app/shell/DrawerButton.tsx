import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setColorScheme, useColorScheme } from '#theme/colorScheme.ts';
import { IconButton } from '#ui/Button.tsx';
import type { LazyComponent } from '#ui/lazy/lazyComponent.tsx';

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
