/**
 * Prerenders the public pages into `dist`. Vite has built the app there before, and its version for Node in `.cache/prerender`.
 *
 *   SITE_ADDRESS=https://masar.example node scripts/prerender.mjs
 *
 * Search engines require absolute URLs: SITE_ADDRESS is the URL of the site, by default http://localhost:5173.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sourceOf } from '../src/app/screenLists.ts';
import { screens } from '../src/app/screens.ts';
import { readCatalogue } from '../vite/catalogue.ts';

const frontend = fileURLToPath(new URL('../', import.meta.url));
const dist = join(frontend, 'dist');

const siteUrl = process.env['SITE_ADDRESS'] || 'http://localhost:5173';
if (!process.env['SITE_ADDRESS']) {
  console.warn(`SITE_ADDRESS is not set: canonical links and the sitemap use ${siteUrl}.`);
}
if (!URL.canParse(siteUrl) || new URL(siteUrl).pathname !== '/') {
  console.error(`SITE_ADDRESS must be the URL of a site without a path, but is "${siteUrl}".`);
  process.exit(1);
}

/** @type {typeof import('../src/app/prerender/site.tsx')} */
const { prerenderSite } = await import(
  pathToFileURL(join(frontend, '.cache/prerender/site.js')).href
);

const files = await prerenderSite({
  manifest: JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')),
  read: (path) => readFileSync(join(dist, path), 'utf8'),
  site: new URL(siteUrl).origin,
  courses: readCatalogue(),
  sourceOf: (path) => {
    const screen = screens.find((each) => each.path === path);
    if (!screen) {
      throw new Error(`There is no screen with the path ${path}.`);
    }
    return sourceOf(screen);
  },
});
for (const [file, content] of files) {
  await mkdir(dirname(join(dist, file)), { recursive: true });
  await writeFile(join(dist, file), content);
}
console.log(`Prerendered ${files.size} files for ${new URL(siteUrl).origin}.`);
