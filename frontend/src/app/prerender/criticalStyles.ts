import Beasties from 'beasties';
import { PurgeCSS } from 'purgecss';

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
