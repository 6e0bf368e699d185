import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/journey.ts';
import type { Language } from '../../support/translations.ts';

export interface ScreenContext {
  page: Page;
  language: Language;
  isMobile: boolean;
}

/** A screen in one of its states. */
export interface Screen {
  name: string;
  path: string | (() => Promise<string>);
  /** The type of the signed-in user; a visitor by default. */
  as?: 'student' | 'teacher';
  /** Replaces responses of the API before the page is opened. */
  mockApi?: (page: Page) => Promise<void>;
  /** Brings the opened page into the state of the screenshot. */
  prepare?: (context: ScreenContext) => Promise<void>;
  /** An overlay is captured in the size of the window. Other screens are captured in their full length. */
  isOverlay?: true;
}

/** A route handler that leaves requests without a response. */
export const leaveUnanswered = () => new Promise<never>(() => undefined);

export async function waitForText(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

export async function waitForTitle(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
}

/** Scrolls until an element is at the top of the window, below the bar. */
export async function scrollToTop(element: Locator): Promise<void> {
  await element.evaluate((node) => {
    node.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
}

export async function waitForCourses(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
}
