import { extendTheme, type CssVarsTheme } from '@mui/material/styles';
import type { Direction } from '#i18n/languages.ts';
import { COLOR_SCHEME_ATTRIBUTE, DEFAULT_COLOR_SCHEME } from './colorScheme.ts';
import { components } from './muiComponents.ts';
import { dark, light } from './palette.ts';

/**
 * The source of colors, typography and shape. Its CSS variables reach the page as `virtual:theme.css`; MUI's
 * components get it from `MuiProvider`. Created for each direction, because MUI positions popups by it.
 */
export function createAppTheme(direction: Direction): CssVarsTheme {
  return extendTheme({
    direction,
    colorSchemeSelector: COLOR_SCHEME_ATTRIBUTE,
    defaultColorScheme: DEFAULT_COLOR_SCHEME,
    colorSchemes: { dark, light },
    components,
    shape: { borderRadius: 12 },
    typography: {
      // The language sets the variable (`languages.ts`).
      fontFamily: 'var(--font-family)',
      fontWeightMedium: 500,
      fontWeightBold: 700,
      h1: { fontSize: 'clamp(2.125rem, 1.5rem + 3vw, 3.5rem)', fontWeight: 700, lineHeight: 1.12 },
      h2: { fontSize: 'clamp(1.5rem, 1.25rem + 1vw, 2rem)', fontWeight: 700, lineHeight: 1.25 },
      h3: { fontSize: '1.1875rem', fontWeight: 700, lineHeight: 1.35 },
      subtitle1: { fontSize: 'clamp(1.0625rem, 1rem + 0.4vw, 1.25rem)', lineHeight: 1.6 },
      body1: { fontSize: '1rem', lineHeight: 1.65 },
      body2: { fontSize: '0.9375rem', lineHeight: 1.6 },
      button: { fontSize: '0.9375rem', fontWeight: 500, lineHeight: 1.4, textTransform: 'none' },
    },
  });
}
