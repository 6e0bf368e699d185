import Beasties from 'beasties';

/**
 * Rules that a page may need before it matches them, or that match by more than elements: those of other languages, of the color
 * scheme, of the states that the inline script sets, and of elements without a class.
 */
const ALWAYS = [/:lang\(/, /^:/, /^\*/, /^\[/, /^html/];

const beasties = new Beasties({
  allowRules: ALWAYS,
  fonts: false,
  keyframes: 'critical',
  logLevel: 'warn',
});

/** The rules of a style sheet that a page uses in its first paint. */
export async function criticalStyles(styles: string, page: string): Promise<string> {
  const html = await beasties.process(
    page.replace('</head>', () => `<style id="styles">${styles}</style></head>`),
  );
  const critical = /<style id="styles">([\s\S]*?)<\/style>/.exec(html)?.[1];
  if (!critical) {
    throw new Error('A page uses no styles.');
  }
  return critical;
}
