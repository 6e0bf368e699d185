import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** What takes how long in a browser, as ratios taken in one run. Nothing here passes or fails by time. */
export default defineConfig({
  ...journeys,
  testDir: 'e2e/benchmarks',
  testMatch: '*.ts',
  reporter: 'line',
  fullyParallel: false,
  retries: 0,
  workers: 1,
  projects: [{}],
});
