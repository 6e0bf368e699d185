import type { CssVarsThemeOptions } from '@mui/material/styles';

const chosen = {
  '&.Mui-selected, &.Mui-selected:hover': {
    color: 'var(--mui-palette-surface-onPrimaryTint)',
    backgroundColor: 'var(--mui-palette-surface-primaryTint)',
    // Where the system chooses the colours, it would take the tint.
    '@media (forced-colors: active)': {
      color: 'HighlightText',
      backgroundColor: 'Highlight',
      forcedColorAdjust: 'none',
    },
  },
};

/** The ring of `base.css`, inside: menus and lists cut off what is outside. */
const focused = {
  '&.Mui-focusVisible': {
    outline: '0.1875rem solid var(--mui-palette-primary-light)',
    outlineOffset: '-0.1875rem',
  },
};

/** How MUI's components differ from MUI's defaults, so that they look like the rest of the app. */
export const components: NonNullable<CssVarsThemeOptions['components']> = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiPaper: {
    // Elevation is shown by border and shadow in both schemes, not by MUI's lightening overlay.
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
      // MUI's own are in pixels, and would not grow with the words.
      paperWidthXs: { maxWidth: '27.75rem' },
      paperWidthSm: { maxWidth: '37.5rem' },
      paperWidthMd: { maxWidth: '56.25rem' },
    },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: {
        backgroundColor: 'var(--mui-palette-surface-raised)',
        // Seen only where the system chooses the colours.
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
