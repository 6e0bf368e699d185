import type { Page } from '@playwright/test';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The control that has the focus. */
interface Focused extends Box {
  name: string;
  /** Whether an outline is drawn, around it or around what stands for it. */
  hasRing: boolean;
  /** Whether nothing lies on it, and it is in the window. */
  isSeen: boolean;
}

/** The control that has the focus, and where it is on the page, or nothing when the page has come to its end. */
export async function focused(page: Page): Promise<Focused | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) {
      return null;
    }
    const ringed = (candidate: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate, pseudo);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    // A field's box, a choice's label and a card show the ring of what is in them.
    const standIns = [element.parentElement, element.closest('label')].filter(
      (one) => one !== null,
    );
    const shown = [element, ...standIns].find((candidate) => ringed(candidate));
    // The calendar in a date field has the browser's own ring.
    const isPart = element.matches('input[type=date]:not(:focus)');
    const hasRing = shown !== undefined || ringed(element, '::after') || isPart;

    const { left, right, top, bottom } = (shown ?? element).getBoundingClientRect();
    const middle = (from: number, to: number, most: number) =>
      (Math.max(from, 0) + Math.min(to, most)) / 2;
    const onTop = document.elementFromPoint(
      middle(left, right, innerWidth),
      middle(top, bottom, innerHeight),
    );
    const isSeen = [element, ...standIns].some((one) => onTop && one.contains(onTop));
    return {
      ...{ left, right, top: top + scrollY, bottom: bottom + scrollY },
      name: element.textContent.trim() || element.id || element.outerHTML.slice(0, 80),
      hasRing,
      isSeen,
    };
  });
}

/** Whether who reads comes to the one after the other: further along the line, or further down. */
export function isAfter(next: Box, last: Box, direction: 'ltr' | 'rtl'): boolean {
  const along = direction === 'ltr' ? next.left >= last.left : next.right <= last.right;
  return along || next.top >= last.bottom;
}

/** The smaller side of everything that can be pressed, but for links in the middle of a text (WCAG 2.5.8). */
export async function targets(page: Page): Promise<{ name: string; size: number }[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll('a[href], button, input, textarea, summary');
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !control.matches('p a'))
      .map((control) => {
        // A label is pressed in the place of its box, and a card in the place of the button that covers it.
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

/** What is wider than its place: the page, or words in something that hides the rest of them. */
export async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const cut = [...document.body.querySelectorAll('*')].filter((element) => {
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
      ...cut.map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ];
  });
}
