import type { CssVarsThemeOptions } from '@mui/material/styles';

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
export const components: NonNullable<CssVarsThemeOptions['components']> = {
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
