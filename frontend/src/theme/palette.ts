import type { ColorSystemOptions } from '@mui/material/styles';

declare module '@mui/material/styles' {
  interface Palette {
    surface: Surface;
  }
  interface PaletteOptions {
    surface?: Surface;
  }
}

/** Colors that MUI's palette has no names for. */
interface Surface {
  /** A card or bar above the page. */
  raised: string;
  /** The same, hovered. */
  hovered: string;
  /** Background and text of an icon or label in the primary color. */
  primaryTint: string;
  onPrimaryTint: string;
  /** The same in the secondary color. */
  secondaryTint: string;
  onSecondaryTint: string;
  /** The glow behind the top of a screen. */
  glow: string;
  shadow: string;
  /** Background and border of a text field; the border has a contrast of at least 3. */
  field: string;
  fieldBorder: string;
  /** Background of a destructive button, whose text is white, and the same hovered. */
  danger: string;
  dangerHovered: string;
  disabled: string;
  /** Background and text of error and success messages. */
  errorTint: string;
  onErrorTint: string;
  successTint: string;
  onSuccessTint: string;
}

/** Purple and amber on a dark background. Text has a contrast of at least 4.5 on every surface. */
export const dark: ColorSystemOptions = {
  palette: {
    primary: { main: '#b9a2ff', light: '#d6c9ff', dark: '#9a7dfa', contrastText: '#1b0d40' },
    secondary: { main: '#ffc14d', light: '#ffd68a', dark: '#e09c1a', contrastText: '#2a1b00' },
    error: { main: '#ff9e97', light: '#ffc4bf', dark: '#ff7f76', contrastText: '#3b0704' },
    background: { default: '#110d1b', paper: '#1c1629' },
    text: { primary: '#f2eefb', secondary: '#b7aecb' },
    divider: 'rgb(190 170 255 / 0.16)',
    surface: {
      raised: '#1a1527',
      hovered: '#211a33',
      primaryTint: '#2b2147',
      onPrimaryTint: '#cbbaff',
      secondaryTint: '#33270f',
      onSecondaryTint: '#ffcf73',
      glow: 'rgb(126 87 255 / 0.20)',
      shadow: 'rgb(0 0 0 / 0.45)',
      field: '#120e1d',
      fieldBorder: '#7b7093',
      danger: '#c9342c',
      dangerHovered: '#ad2a23',
      disabled: '#2a2338',
      errorTint: '#3d1518',
      onErrorTint: '#ffc0ba',
      successTint: '#12301f',
      onSuccessTint: '#a5e8c0',
    },
  },
};

export const light: ColorSystemOptions = {
  palette: {
    primary: { main: '#5a32c8', light: '#7c58e0', dark: '#44219f', contrastText: '#ffffff' },
    secondary: { main: '#ffb42e', light: '#ffca6b', dark: '#8a5200', contrastText: '#2a1b00' },
    error: { main: '#b3231b', light: '#d9564e', dark: '#8d160f', contrastText: '#ffffff' },
    // MUI's own are too pale for text.
    warning: { main: '#8a5200' },
    info: { main: '#01579b' },
    success: { main: '#1b5e20' },
    background: { default: '#faf8fe', paper: '#ffffff' },
    text: { primary: '#1c1430', secondary: '#5b5270' },
    divider: 'rgb(70 40 150 / 0.14)',
    surface: {
      raised: '#ffffff',
      hovered: '#fdfcff',
      primaryTint: '#ede6ff',
      onPrimaryTint: '#4b25ad',
      secondaryTint: '#fff0d2',
      onSecondaryTint: '#7a4800',
      glow: 'rgb(124 88 224 / 0.14)',
      shadow: 'rgb(50 25 110 / 0.12)',
      field: '#ffffff',
      fieldBorder: '#857b9b',
      danger: '#b3231b',
      dangerHovered: '#8d160f',
      disabled: '#e9e5f1',
      errorTint: '#fde7e5',
      onErrorTint: '#8d160f',
      successTint: '#e0f5e8',
      onSuccessTint: '#10532c',
    },
  },
};
