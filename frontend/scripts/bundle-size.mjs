/**
 * Measures the JavaScript that a first visit to a route downloads, in gzip kB (1 kB = 1000 bytes), from Vite's manifest.
 *
 *   npm run build && node scripts/bundle-size.mjs [route] [language] [--json]
 *
 * It counts the entry, the screen of the route, the screen's translations in the language, and all static imports of these.
 * It does not count code that only an interaction loads (menus, the drawer). For a prerendered page it also measures the inline script, which
 * is all that runs before the visitor uses the page or the browser is idle, and fails above its budget.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { sourceOf } from '../src/app/screenLists.ts';
import { screens } from '../src/app/screens.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** @typedef {{ file: string, imports?: string[] }} Chunk */

/** @returns {Record<string, Chunk>} */
function readManifest() {
  try {
    const text = readFileSync(`${dist}.vite/manifest.json`, 'utf8');
    return /** @type {Record<string, Chunk>} */ (JSON.parse(text));
  } catch {
    return fail('There is no build to measure. Run "npm run build" first.');
  }
}

/**
 * @param {Record<string, Chunk>} manifest
 * @param {string[]} entries
 */
function filesOf(manifest, entries) {
  /** @type {Set<string>} */
  const files = new Set();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key] ?? fail(`The build has no chunk for ${key}.`);
    if (!files.has(chunk.file)) {
      files.add(chunk.file);
      chunk.imports?.forEach(visit);
    }
  };
  entries.forEach(visit);
  return [...files];
}

/** @returns {never} */
function fail(/** @type {string} */ message) {
  console.error(message);
  process.exit(1);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const [route = '/courses', language = 'en'] = positionals;
const screen =
  screens.find(({ path }) => path === route) ??
  fail(`Unknown route ${route}. Known: ${screens.map(({ path }) => path).join(', ')}`);

const files = filesOf(readManifest(), [
  'index.html',
  sourceOf(screen),
  ...['common', ...screen.translations].map(
    (name) => `${name === 'errors' ? '../shared' : 'src'}/locales/${language}/${name}.json`,
  ),
]).map((file) => ({ file, bytes: gzipSync(readFileSync(dist + file), { level: 9 }).length }));

/** The budget before the visitor uses the page, in gzip kB. */
const BEFORE_INTENT_KB = 12;

const page = `${dist}${language === 'en' ? '' : `${language}/`}${route.slice(1) || 'index'}.html`;

/** The size of the inline scripts of the page, in gzip kB; undefined if it is not prerendered. */
function beforeIntent() {
  if (!existsSync(page)) {
    return undefined;
  }
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g);
  const code = [...scripts].map(([, script]) => script).join('');
  return gzipSync(code, { level: 9 }).length / 1000;
}

const beforeIntentKb = beforeIntent();
const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
if (values.json) {
  console.log(JSON.stringify({ route, language, beforeIntentKb, gzipKb: bytes / 1000, files }));
} else {
  files.forEach((file) => {
    console.log(`${(file.bytes / 1000).toFixed(2).padStart(8)}  ${file.file}`);
  });
  console.log(
    `${(bytes / 1000).toFixed(2).padStart(8)}  gzip kB of JavaScript on a first visit to ${route} (${language})`,
  );
  if (beforeIntentKb !== undefined) {
    console.log(
      `${beforeIntentKb.toFixed(2).padStart(8)}  gzip kB in the page itself, all before it is used`,
    );
  }
}
if (beforeIntentKb !== undefined && beforeIntentKb > BEFORE_INTENT_KB) {
  fail(`Before the page is used, it may have ${BEFORE_INTENT_KB} kB.`);
}
