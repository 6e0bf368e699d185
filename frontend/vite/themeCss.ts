import type { Plugin } from 'vite';
import { languages } from '../src/i18n/languages.ts';
import { families } from '../src/theme/families.ts';
import { createAppTheme } from '../src/theme/theme.ts';

const ID = 'virtual:theme.css';

type StyleSheet = Record<string, Record<string, string | number>>;

/**
 * Serves the CSS variables of the MUI theme as `virtual:theme.css`, which is generated at build time.
 *
 * CSS modules use these variables. So the theme is the only source of colors and fonts, the first download needs neither MUI nor
 * Emotion, and the first paint has the final styles.
 */
export function themeCss(): Plugin {
  return {
    name: 'theme-css',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `${themeVariables()}\n${fontVariables()}` : undefined),
  };
}

function themeVariables(): string {
  const sheets = createAppTheme('ltr').generateStyleSheets() as StyleSheet[];
  return sheets.flatMap((sheet) => Object.entries(sheet).map(rule)).join('\n');
}

function fontVariables(): string {
  return languages
    .map(({ code }) => rule([`:lang(${code})`, { '--font-family': families[code] }]))
    .join('\n');
}

function rule([selector, declarations]: [string, Record<string, string | number>]): string {
  const body = Object.entries(declarations).map(([name, value]) => `${property(name)}:${value}`);
  return `${selector}{${body.join(';')}}`;
}

function property(name: string): string {
  return name.startsWith('--') ? name : name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
}
