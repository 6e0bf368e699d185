import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface FocusedControl extends Box {
  name: string;
  /** Whether an outline is drawn around the control or around the element that represents it. */
  hasRing: boolean;
  /** Whether the control is in the window and nothing covers it. */
  isVisible: boolean;
}

/** Returns the control that has the focus and its position on the page, or `null` when no control has the focus. */
export async function focusedControl(page: Page): Promise<FocusedControl | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) {
      return null;
    }
    const hasOutline = (candidate: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate, pseudo);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    // The box of a field, the label of a choice and a card draw the focus ring of the control inside them.
    const representatives = [element.parentElement, element.closest('label')].filter(
      (one) => one !== null,
    );
    const shown = [element, ...representatives].find((candidate) => hasOutline(candidate));
    // The browser draws the ring of the calendar button in a date field.
    const isDatePart = element.matches('input[type=date]:not(:focus)');
    const hasRing = shown !== undefined || hasOutline(element, '::after') || isDatePart;

    const { left, right, top, bottom } = (shown ?? element).getBoundingClientRect();
    const middle = (from: number, to: number, limit: number) =>
      (Math.max(from, 0) + Math.min(to, limit)) / 2;
    const topmost = document.elementFromPoint(
      middle(left, right, innerWidth),
      middle(top, bottom, innerHeight),
    );
    const isVisible = [element, ...representatives].some((one) => topmost && one.contains(topmost));
    return {
      ...{ left, right, top: top + scrollY, bottom: bottom + scrollY },
      name: element.textContent.trim() || element.id || element.outerHTML.slice(0, 80),
      hasRing,
      isVisible,
    };
  });
}

/** Returns whether `next` follows `last` in reading order: further along the line, or further down. */
export function followsInReadingOrder(next: Box, last: Box, direction: 'ltr' | 'rtl'): boolean {
  const along = direction === 'ltr' ? next.left >= last.left : next.right <= last.right;
  return along || next.top >= last.bottom;
}

/** More presses of Tab than any page needs. */
const MAX_TAB_PRESSES = 80;

/** Waits until `target` is visible, and presses Tab until it has the focus. Reads the focus once after each press. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  const focusedTarget = target.and(page.locator(':focus'));
  for (let presses = 0; presses < MAX_TAB_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedTarget.count()) > 0) {
      return;
    }
  }
  throw new Error(`${MAX_TAB_PRESSES} presses of Tab did not reach ${target.toString()}.`);
}
