import { defineConfig, devices } from '@playwright/test';

const { PLAYWRIGHT_JSON_OUTPUT_NAME: jsonOutput, CHROMIUM_PATH: chromium = '/usr/bin/chromium' } =
  process.env;

/** Journeys in which a phone's size and touch change nothing. */
const alikeOnPhones = /(session|verifyEmail|timeout|loadFailed|inbox|forgotPassword)\.spec\.ts$/;

/** Journeys in a real browser against the running stack, which `e2e/support/stack.ts` finds. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/globalSetup.ts',
  forbidOnly: true,
  fullyParallel: true,
  // What holds at the second try only is a fault, of the product or of its test.
  retries: 0,
  workers: 2,
  reporter: [
    ['list'],
    ['./e2e/support/snapshotReporter.ts'],
    ...(jsonOutput ? [['json', { outputFile: jsonOutput }] as const] : []),
  ],
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing slows every step down: who looks for a fault asks for it by `--trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: alikeOnPhones,
      use: {
        viewport: { width: 390, height: 844 },
        userAgent: devices['Pixel 7'].userAgent,
        hasTouch: true,
        isMobile: true,
      },
    },
  ],
});
