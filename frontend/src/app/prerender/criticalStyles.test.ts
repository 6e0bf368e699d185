import { expect, it } from 'vitest';
import { criticalStyles } from './criticalStyles.ts';

const PAGE = `<!doctype html><html lang="en" dir="ltr"><head></head><body>
  <h1 class="_title_1">Title</h1><button class="_button_1" hidden>Send</button>
</body></html>`;

/** The rules that are left of those with these selectors. */
async function keptOf(selectors: string[]): Promise<string[]> {
  const rules = selectors.map((selector) => `${selector}{color:red}`);
  const critical = await criticalStyles(rules.join(''), PAGE);
  return [...critical.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector.trim());
}

it('keeps the rules of the elements of a page', async () => {
  const rules = ['h1', '._title_1', '._button_1:hover', '[hidden]'];
  expect(await keptOf(rules)).toEqual(rules);
});

it('keeps the rules that a script, a language, the color scheme or the browser can make match', async () => {
  const rules = [
    ':root[data-color-scheme=light] ._title_1',
    '[data-prerendered=mismatch] #root',
    ':lang(ar)',
    ':lang(ar) ._title_1',
    ':where(h1)',
    '[open]>._title_1',
  ];
  expect(await keptOf(rules)).toEqual(rules);
});

it('removes the rules of other pages, and of the other direction', async () => {
  const rules = ['._other_1', '[dir=rtl] ._other_1', '[dir=rtl] ._title_1'];
  expect(await keptOf(['h1', ...rules])).toEqual(['h1']);
});

it('removes the custom properties that no rule of the page uses', async () => {
  const styles = ':root{--used:var(--indirect);--indirect:red;--other:blue}h1{color:var(--used)}';
  expect(await criticalStyles(styles, PAGE)).toBe(
    ':root{--used:var(--indirect);--indirect:red;}h1{color:var(--used)}',
  );
});
