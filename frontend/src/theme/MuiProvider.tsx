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
 * What MUI components need around them. Import it only from lazily loaded modules: React, router and query client
 * leave no room for MUI in the first download of a public screen.
 *
 * MUI's system provider takes the theme without managing colour schemes: they are CSS, and `colorScheme.ts` is the
 * only one to switch them.
 */
export function MuiProvider({ children }: { children: ReactNode }) {
  const { cache, theme } = themeByDirection[useLanguage().direction];
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
