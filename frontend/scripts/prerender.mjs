/**
 * Renders the public pages into `dist`, after Vite has built the app there and, for Node, `.cache/prerender`.
 *
 *   SITE_ADDRESS=https://masar.example node scripts/prerender.mjs
 *
 * Search engines want whole addresses: SITE_ADDRESS is where the site will be, http://localhost:5173 when it is not set.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const frontend = fileURLToPath(new URL('../', import.meta.url));
const dist = join(frontend, 'dist');

const address = process.env['SITE_ADDRESS'] || 'http://localhost:5173';
if (!process.env['SITE_ADDRESS']) {
  console.warn(`SITE_ADDRESS is not set: search engines are told that the site is ${address}.`);
}
if (!URL.canParse(address) || new URL(address).pathname !== '/') {
  console.error(`SITE_ADDRESS must be the address of a site, but is "${address}".`);
  process.exit(1);
}

/** @type {typeof import('../src/app/prerender/site.tsx')} */
const { prerenderSite } = await import(
  pathToFileURL(join(frontend, '.cache/prerender/site.js')).href
);

const files = await prerenderSite({
  template: await readFile(join(dist, 'index.html'), 'utf8'),
  manifest: JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')),
  site: new URL(address).origin,
});
for (const [file, content] of files) {
  await mkdir(dirname(join(dist, file)), { recursive: true });
  await writeFile(join(dist, file), content);
}
console.log(`Prerendered ${files.size} files for ${new URL(address).origin}.`);
