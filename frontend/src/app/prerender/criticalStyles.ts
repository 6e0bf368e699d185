import Beasties from 'beasties';

/**
 * Rules that match by more than the classes of a page's elements: those of elements and of the root, of a language, and of the states that
 * the inline script and the browser set. The rest is kept where the page has the element.
 */
const ALWAYS = [
  /^[^.]*$/,
  /^:where\(/,
  /:lang\(/,
  /^:root\[data-color-scheme/,
  /\[data-(fonts|prerendered)/,
  /\[open\]/,
];

const beasties = new Beasties({
  allowRules: ALWAYS,
  fonts: false,
  keyframes: 'critical',
  logLevel: 'warn',
});

const BEFORE = '<style id="styles">';
const AFTER = '</style>';

/** The rules of a style sheet that a page uses in its first paint, with the custom properties that these use. */
export async function criticalStyles(styles: string, page: string): Promise<string> {
  const html = await beasties.process(
    page.replace('</head>', () => `${BEFORE}${styles}${AFTER}</head>`),
  );
  const start = html.indexOf(BEFORE);
  if (start === -1) {
    throw new Error('A page uses no styles.');
  }
  return withoutUnusedProperties(html.slice(start + BEFORE.length, html.indexOf(AFTER, start)));
}

const PROPERTY = /(--[\w-]+):[^;{}]*(?:;|(?=\}))/g;
const USE = /var\((--[\w-]+)/g;

/** Most custom properties of the theme are for components that the page does not have. */
function withoutUnusedProperties(styles: string): string {
  const used = new Set(Array.from(styles.matchAll(USE), ([, name]) => name));
  const kept = styles.replace(PROPERTY, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  );
  // Those that a removed one used may be unused now.
  return kept === styles ? styles : withoutUnusedProperties(kept);
}
