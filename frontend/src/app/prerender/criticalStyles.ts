import Beasties from 'beasties';
import { PurgeCSS } from 'purgecss';

/**
 * Rules that a page may need before it matches them, or that match by more than elements: those of other languages, of the color
 * scheme, of the states that the inline script sets, and of elements without a class.
 */
const ALWAYS = [/:lang\(/, /^:/, /^\*/, /^\[/, /^html/];

const EVERY_SELECTOR = /./;

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
  return withoutUnusedProperties(critical, page);
}

/** Most custom properties of the theme are for components that the page does not have. */
async function withoutUnusedProperties(styles: string, page: string): Promise<string> {
  // A new one for each page: it remembers the properties of the pages before.
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: page, extension: 'html' }],
    css: [{ raw: styles }],
    safelist: { greedy: [EVERY_SELECTOR] },
    variables: true,
  });
  if (!result) {
    throw new Error('PurgeCSS returned no styles.');
  }
  return result.css;
}
