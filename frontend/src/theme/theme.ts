import { extendTheme, type CssVarsTheme, type CssVarsThemeOptions } from '@mui/material/styles';
import type { Direction } from '#i18n/languages.ts';
import { COLOR_SCHEME_ATTRIBUTE, DEFAULT_COLOR_SCHEME } from './colorScheme.ts';
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

const chosen = {
  '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
    color: 'var(--mui-palette-surface-onPrimaryTint)',
    backgroundColor: 'var(--mui-palette-surface-primaryTint)',
    // With forced colors, the browser would replace the tint.
    '@media (forced-colors: active)': {
      color: 'HighlightText',
      backgroundColor: 'Highlight',
      forcedColorAdjust: 'none',
    },
  },
};

/** The focus ring of `base.css`, inside, because menus and lists clip their content. MUI's own background is grey. */
const focused = {
  '&.Mui-focusVisible': {
    backgroundColor: 'var(--mui-palette-surface-hovered)',
    outline: '0.1875rem solid var(--mui-palette-primary-light)',
    outlineOffset: '-0.1875rem',
  },
};

/** How MUI's components differ from MUI's defaults. */
const components: NonNullable<CssVarsThemeOptions['components']> = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiPaper: {
    // Borders and shadows show elevation in both color schemes, instead of MUI's overlay.
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiMenu: {
    styleOverrides: {
      paper: {
        marginBlockStart: 8,
        minWidth: 200,
        border: '1px solid var(--mui-palette-divider)',
        boxShadow: '0 1rem 2.5rem var(--mui-palette-surface-shadow)',
      },
      list: { padding: 6 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: 44,
        borderRadius: 8,
        '&:hover': { backgroundColor: 'var(--mui-palette-surface-hovered)' },
        ...focused,
        ...chosen,
      },
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        margin: '1rem',
        maxHeight: 'calc(100% - 2rem)',
        border: '1px solid var(--mui-palette-divider)',
        borderRadius: 'var(--radius-large)',
      },
      paperFullWidth: { width: 'calc(100% - 2rem)' },
      // MUI's own sizes are in pixels, and would not scale with the font size.
      paperWidthXs: { maxWidth: '27.75rem' },
      paperWidthSm: { maxWidth: '37.5rem' },
      paperWidthMd: { maxWidth: '56.25rem' },
    },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: {
        backgroundColor: 'var(--mui-palette-surface-raised)',
        // Visible only with forced colors.
        outline: '1px solid transparent',
      },
    },
  },
  MuiListSubheader: {
    styleOverrides: {
      root: {
        fontWeight: 700,
        color: 'var(--mui-palette-text-secondary)',
        background: 'none',
      },
    },
  },
  MuiListItemButton: {
    styleOverrides: {
      root: { minHeight: 44, borderRadius: 10, textAlign: 'start', ...focused, ...chosen },
    },
  },
};
