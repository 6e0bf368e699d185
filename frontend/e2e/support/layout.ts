import type { Locator, Page } from '@playwright/test';

/** Returns by how many CSS pixels the page is wider than the window. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Returns the height of the baseline of an element's last line of text, in CSS pixels from the top of the window. */
export function baseline(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const mark = document.createElement('span');
    // An empty inline block stands on the baseline.
    mark.style.display = 'inline-block';
    node.append(mark);
    const { bottom } = mark.getBoundingClientRect();
    mark.remove();
    return bottom;
  });
}

/** Returns the smaller side of every pointer target in CSS pixels, except links inside a paragraph (WCAG 2.5.8). */
export async function pointerTargets(page: Page): Promise<{ name: string; size: number }[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll('a[href], button, input, textarea, summary');
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !control.matches('p a'))
      .map((control) => {
        // A label is the target of its checkbox, and a card is the target of the button that covers it.
        const isCovering = getComputedStyle(control, '::after').position === 'absolute';
        const card = isCovering && control instanceof HTMLElement ? control.offsetParent : null;
        const { width, height } = (
          control.closest('label') ??
          card ??
          control
        ).getBoundingClientRect();
        const name = control.getAttribute('aria-label') ?? control.textContent.trim();
        return { name: name || control.outerHTML.slice(0, 80), size: Math.min(width, height) };
      });
  });
}

/** Returns what overflows: the page when it scrolls sideways, and elements that clip their own text. */
export async function clippedContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const clipped = [...document.body.querySelectorAll('*')].filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return (
        !element.closest('.visually-hidden, svg, [aria-hidden=true]') &&
        element.checkVisibility() &&
        (overflowX === 'hidden' || overflowX === 'clip') &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1 &&
        [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE)
      );
    });
    return [
      ...(scrollWidth > clientWidth ? [`The page is ${scrollWidth} wide.`] : []),
      ...clipped.map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ];
  });
}

/** Lays out what the browser leaves out until it comes near the window, for a screenshot of the whole page. */
export async function layOutWholePage(page: Page): Promise<void> {
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
}
