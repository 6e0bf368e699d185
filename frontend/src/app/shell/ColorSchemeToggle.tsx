import { useTranslation } from 'react-i18next';
import { setColorScheme, useColorScheme } from '#theme/colorScheme.ts';
import { IconButton } from '#ui/IconButton.tsx';

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
