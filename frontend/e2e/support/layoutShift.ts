import type { Page } from '@playwright/test';

interface LayoutShift {
  /** What the shift adds to the cumulative layout shift. */
  value: number;
  /** The elements that moved: their names and class names. */
  moved: string[];
}

/** What Chromium reports. TypeScript has no type for it. */
interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

declare global {
  interface Window {
    layoutShifts: LayoutShift[];
  }
}

/** Records what moves on each page that is opened, for {@link layoutShifts}. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShiftEntry[]) {
        const elements = sources.map(({ node }) =>
          node instanceof Element ? node : node?.parentElement,
        );
        const moved = elements.map(
          (element) => element && `${element.localName}.${element.className}`,
        );
        window.layoutShifts.push({ value, moved: moved.map((name) => name ?? 'removed') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns what has moved on the page, in the window, since it was opened. */
export function layoutShifts(page: Page): Promise<LayoutShift[]> {
  return page.evaluate(() => window.layoutShifts);
}
