import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Pictures of every screen, and those of the gallery. They are looked at by people: nothing is compared. */
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
