import type { BrowserContext } from '@playwright/test';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readStack } from './stack.ts';
import { viteBuild } from './viteBuild.ts';

/** Builds the site with English texts in the pseudo-locale (`vite/pseudoLocale.ts`). */
export async function buildPseudoLocaleSite(folder: string): Promise<void> {
  await viteBuild('--mode', 'pseudo', '--outDir', folder, '--emptyOutDir');
}

/** Serves the files of that build instead of the site. Requests to the API, and for the published catalogue, still reach the stack. */
export async function servePseudoLocaleSite(
  context: BrowserContext,
  folder: string,
): Promise<void> {
  await context.route(
    (url) =>
      url.origin === new URL(readStack().site).origin && !/^\/(api|catalogue)\//.test(url.pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const candidates = extname(pathname)
        ? [pathname]
        : [join(pathname, 'index.html'), 'index.html'];
      const path = candidates.map((name) => join(folder, name)).find(existsSync);
      await (path ? route.fulfill({ path }) : route.fulfill({ status: 404 }));
    },
  );
}
