import type { Page } from '@playwright/test';

/**
 * Does to every page of a journey what the page translation of a browser does: from the first paint on, each text node is replaced by an
 * element that contains the text. The texts stay the same, so that the journey finds them.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translated = new WeakSet<Node>();

    const translate = (text: Text) => {
      const parent = text.parentElement;
      if (
        translated.has(text) ||
        !text.data.trim() ||
        !parent ||
        parent.closest('script, style, textarea, template, [translate=no]')
      ) {
        return;
      }
      const copy = new Text(text.data);
      translated.add(copy);
      // Browsers take the deprecated element <font>.
      const translation = document.createElement('span');
      translation.dataset['translated'] = '';
      translation.append(copy);
      text.replaceWith(translation);
    };

    const translateIn = (node: Node) => {
      if (node instanceof Text) {
        translate(node);
      } else {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        while (walker.nextNode()) {
          texts.push(walker.currentNode as Text);
        }
        texts.forEach(translate);
      }
    };

    addEventListener('DOMContentLoaded', () => {
      translateIn(document.body);
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          [target instanceof Text ? target : [], ...addedNodes].flat().forEach(translateIn);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  });
}
