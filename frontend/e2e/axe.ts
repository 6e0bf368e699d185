import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The page as it is now breaks none of axe's rules, except those that a reason is given for. */
export async function expectAccessible(page: Page, exceptRules: string[] = []): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).disableRules(exceptRules).analyze();
  const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect(found).toEqual([]);
}
