import { defineConfig, devices } from '@playwright/test';

const { CHROMIUM_PATH: chromium = '/usr/bin/chromium', FIREFOX_PATH: firefox } = process.env;

/** Specs that do not depend on screen size and touch. They run on the desktop only. */
const desktopOnly =
  /(session|verifyEmail|timeout|loadFailed|inbox|forgotPassword|generatedClient|otherOrigins|uppyUpload)\.spec\.ts$/;

/** Some journeys in the Firefox of the system, which Playwright controls by WebDriver BiDi. */
const inFirefox = (executablePath: string) => ({
  name: 'firefox',
  grep: /@firefox/,
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath, firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 } },
  } as const,
});

/** Journeys in a real browser on the running stack (`e2e/support/stack.ts`). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/globalSetup.ts',
  forbidOnly: true,
  fullyParallel: true,
  // A journey that passes only on retry is a fault, in the product or in the test.
  retries: 0,
  workers: 2,
  reporter: [['list'], ['./e2e/support/snapshotReporter.ts']],
  // A slow machine fails no journey: these limits only end one that hangs. Without a time limit of its own, a block that never passes ends
  // with the test's, and its last error is lost.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing slows every step down. Use `--trace on` to debug.
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
        // Pages of other origins that a journey invents send requests to this machine.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: desktopOnly,
      use: {
        viewport: { width: 390, height: 844 },
        userAgent: devices['Pixel 7'].userAgent,
        hasTouch: true,
        isMobile: true,
      },
    },
    ...(firefox ? [inFirefox(firefox)] : []),
  ],
});
