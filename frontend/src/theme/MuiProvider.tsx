import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import ThemeProvider from '@mui/system/ThemeProvider';
import type { ReactNode } from 'react';
import { prefixer } from 'stylis';
import type { Direction } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { createAppTheme } from './theme.ts';

const themeByDirection = {
  ltr: { cache: createCache({ key: 'mui' }), theme: createAppTheme('ltr') },
  rtl: {
    cache: createCache({ key: 'mui-rtl', stylisPlugins: [prefixer, rtlPlugin] }),
    theme: createAppTheme('rtl'),
  },
} satisfies Record<Direction, unknown>;

/**
 * The context for MUI components. Import it only from lazily loaded modules: the first download of a public
 * screen has no room for MUI.
 *
 * MUI's system provider applies the theme without managing color schemes. They are CSS, and only
 * `colorScheme.ts` changes them.
 */
export function MuiProvider({ children }: { children: ReactNode }) {
  const { cache, theme } = themeByDirection[useLanguage().direction];
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
