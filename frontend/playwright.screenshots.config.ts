import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Screenshots of every screen and those of the gallery. They are for people: no test compares them. */
export default defineConfig({
  ...journeys,
  testDir: 'e2e/screenshots',
  testMatch: 'screenshots.ts',
  reporter: 'list',
  fullyParallel: false,
  retries: 0,
  workers: 1,
  projects: [{}],
});
