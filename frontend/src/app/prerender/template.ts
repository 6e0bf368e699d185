import Beasties from 'beasties';
import { PurgeCSS } from 'purgecss';

/** Parts of the page that Vite built, from which the prerendered pages are made. */

const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/;
const ENTRY = /<script type="module"[^>]* src="[^"]+"[^>]*><\/script>/;
const PRELOADS = /<link rel="modulepreload"[^>]*>\s*/g;

const FONT_FACES = /@font-face\s*\{[^}]*\}/g;
const FONT_FILE = /url\(["']?([^"')]+)/;

interface BuiltPage {
  /** The page without its scripts, its style sheet, and the declarations of fonts that it would download. */
  html: string;
  /** The elements that load the app. */
  scripts: string;
  /** The path of the style sheet. */
  styles: string;
  /** The declarations of fonts that are downloaded. Declarations of fonts that devices have stay in the page. */
  fontFaces: string[];
}

/** Takes the scripts, the style sheet and the fonts out of the page that Vite built. */
export function readTemplate(template: string): BuiltPage {
  const [entry] = ENTRY.exec(template) ?? missing(ENTRY);
  const [, styles = ''] = STYLE_SHEET.exec(template) ?? missing(STYLE_SHEET);
  const fontFaces = (template.match(FONT_FACES) ?? []).filter((face) => FONT_FILE.test(face));
  const html = fontFaces
    .reduce((rest, face) => rest.replace(face, ''), template)
    .replace(ENTRY, '')
    .replace(STYLE_SHEET, '')
    .replaceAll(PRELOADS, '');
  const scripts = [...(template.match(PRELOADS) ?? []), entry].join('');
  return { html, scripts, styles, fontFaces };
}

/** The files of the fonts of a family, without those for rare letters. */
export function fontFiles(fontFaces: string[], family: string): string[] {
  const files = fontFaces
    .filter((face) => new RegExp(`font-family:\\s*${family};`).test(face))
    .flatMap((face) => FONT_FILE.exec(face)?.[1] ?? [])
    .filter((file) => !file.includes('-ext-'));
  return files.length > 0 ? files : missing(family);
}

/**
 * Replaces a part of the page, which must exist. The replacement is a function, because `$` in a string has a
 * meaning.
 */
export function replaceOnce(html: string, place: string | RegExp, content: string): string {
  if (html.search(place) === -1) {
    return missing(place);
  }
  return html.replace(place, () => content);
}

function missing(place: string | RegExp): never {
  throw new Error(`The built page has no ${String(place)}.`);
}

/**
 * Rules that a page may need before it matches them, or that match by more than elements: those of other languages, of the color
 * scheme, of the states that the inline script sets, and of elements without a class.
 */
const ALWAYS = [/:lang\(/, /^:/, /^\*/, /^\[/, /^html/];

/** What a selector names besides classes of CSS modules, which begin with `_`. */
const OTHER_NAMES = /^(?!_)/;

const beasties = new Beasties({
  allowRules: ALWAYS,
  fonts: false,
  keyframes: 'critical',
  logLevel: 'warn',
});

/** The rules of a style sheet that a page uses in its first paint, with the custom properties that these use. */
export async function criticalStyles(styles: string, page: string): Promise<string> {
  const html = await beasties.process(
    page.replace('</head>', () => `<style id="styles">${styles}</style></head>`),
  );
  const critical = /<style id="styles">([\s\S]*?)<\/style>/.exec(html)?.[1];
  if (!critical) {
    throw new Error('A page uses no styles.');
  }
  return withoutOtherParts(critical, page);
}

/**
 * Most custom properties of the theme, and most rules by state that Beasties always keeps, are for components that the page does not
 * have.
 */
async function withoutOtherParts(styles: string, page: string): Promise<string> {
  // A new one for each page: it remembers the properties of the pages before.
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: page, extension: 'html' }],
    css: [{ raw: styles }],
    safelist: { standard: [OTHER_NAMES] },
    variables: true,
  });
  if (!result) {
    throw new Error('PurgeCSS returned no styles.');
  }
  return result.css;
}
