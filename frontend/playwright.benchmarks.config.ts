import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Benchmarks in a browser. They report ratios of times from one run, and do not fail by time. */
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
