import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './journey.ts';
import { horizontalOverflow } from './layout.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

interface Options {
  /** Rules that are skipped. The caller states the reason. */
  except?: string[];
}

/**
 * Expects that the page violates no axe rule in its color scheme. Then switches to the other scheme in place and checks contrast only,
 * because the schemes differ only in colors.
 */
export async function expectAccessible(page: Page, { except = [] }: Options = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
  }
  expect(await page.evaluate(findViolations, except)).toEqual({ dark: [], light: [] });
}

/** Expects that the page is accessible at its own width, and fits the narrowest one. */
export async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await horizontalOverflow(page)).toBe(0);
  if (size) {
    await page.setViewportSize(size);
  }
}

/** Runs in the browser. Returns the violations of each color scheme, by rule. */
async function findViolations(except: string[]) {
  const { dataset } = document.documentElement;
  const run = async (options: axe.RunOptions) => {
    const { violations } = await window.axe.run({ resultTypes: ['violations'], ...options });
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  };
  const show = async (scheme: string) => {
    dataset['colorScheme'] = scheme;
    const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  };
  const shown = dataset['colorScheme'] === 'light' ? 'light' : 'dark';
  const other = shown === 'light' ? 'dark' : 'light';

  const ofShown = await run({
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  });
  await show(other);
  const ofOther = await run({ runOnly: ['color-contrast'] });
  await show(shown);
  return { [shown]: ofShown, [other]: ofOther };
}
