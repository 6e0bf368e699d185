import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A slow mobile network, as in Lighthouse. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const VIEWPORT = { width: 390, height: 844 };

interface SlowPhone {
  /** Otherwise it has the network of the machine. */
  hasSlowNetwork: boolean;
  /** The access token of a signed-in user. */
  token?: string | undefined;
}

/** Opens an empty page of a new browser profile, as on a mid-range phone. */
export async function openSlowPhone(
  browser: Browser,
  { hasSlowNetwork, token }: SlowPhone,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (hasSlowNetwork) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (token) {
    await page.addInitScript((value) => {
      localStorage.setItem('token', value);
    }, token);
  }
  return { page, context };
}
