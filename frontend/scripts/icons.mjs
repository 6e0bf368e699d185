/**
 * Renders the bitmap icons in public/ from public/favicon.svg, and the image that is shown with a link to the site, with Chromium
 * (`CHROMIUM_PATH`). Each file contains a digest of its source. `--check` fails when the digest is not current. It needs no browser
 * and compares no pixels, which differ between versions of Chromium.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { chromium } from '@playwright/test';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
/** The folder of the courses' pictures. */
const COURSES = 'artwork/courses';
const logo = readFileSync(`${folder}favicon.svg`, 'utf8');

/** The background color of the logo, and the motif on it. */
const [, background, motif] = /<rect [^>]*fill="(#\w+)" \/>(.*)<\/svg>/s.exec(logo) ?? [];

const artwork = readFileSync(
  fileURLToPath(new URL('../src/entities/service-area/artwork/courses.svg', import.meta.url)),
  'utf8',
);

/** @typedef {{ file: string, size: number, height?: number, source: string }} Icon `size` is the width; `source` is SVG */

/** @type {Icon[]} */
const icons = [
  { file: 'favicon.ico', size: 32, source: logo },
  { file: 'icons/192.png', size: 192, source: logo },
  { file: 'icons/512.png', size: 512, source: logo },
  // Operating systems crop these icons: the background reaches the edge, and the motif stays in the safe zone.
  { file: 'apple-touch-icon.png', size: 180, source: fullBleed(0.88) },
  { file: 'icons/maskable-512.png', size: 512, source: fullBleed(0.78) },
  // The size that Open Graph recommends. They have no text, because pages of every language use them.
  { file: 'share.png', size: 1200, height: 630, source: share() },
  ...readdirSync(folder + COURSES)
    .filter((file) => file.endsWith('.svg'))
    .map((file) => ({
      file: `${COURSES}/share/${file.replace(/svg$/, 'png')}`,
      size: 1200,
      height: 630,
      source: shareCourse(readFileSync(`${folder}${COURSES}/${file}`, 'utf8')),
    })),
];

function share() {
  return shareOf(
    withAttributes(artwork, 'x="120" y="-165" width="960" height="960" opacity="0.85"') +
      withAttributes(logo, 'x="490" y="205" width="220" height="220"'),
  );
}

/** The picture of a course above the logo. */
function shareCourse(/** @type {string} */ picture) {
  return shareOf(
    withAttributes(picture, 'x="200" y="50" width="800" height="450"') +
      withAttributes(logo, 'x="552" y="506" width="96" height="96"'),
  );
}

function withAttributes(/** @type {string} */ svg, /** @type {string} */ attributes) {
  return svg.replace(/^[^<]*<svg /, `<svg ${attributes} `);
}

function shareOf(/** @type {string} */ content) {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">' +
    `<rect width="1200" height="630" fill="#110d1b"/>${content}</svg>`
  );
}

function fullBleed(/** @type {number} */ scale) {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect x="-1" y="-1" width="34" height="34" fill="${background}"/>` +
    `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${motif}</g></svg>`
  );
}

/** Returns the PNG text chunk with the digest of the source. */
function sourceChunk(/** @type {Icon} */ { size, source }) {
  const digest = createHash('sha256').update(`${size} ${source}`).digest('hex');
  const content = Buffer.from(`tEXtSource\0${digest}`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** The offset after signature and header of a PNG. */
const AFTER_HEADER = 33;

/**
 * @param {Buffer} png
 * @param {Icon} icon
 */
function encodeIcon(png, icon) {
  const marked = [png.subarray(0, AFTER_HEADER), sourceChunk(icon), png.subarray(AFTER_HEADER)];
  return icon.file.endsWith('.ico')
    ? encodeIco(Buffer.concat(marked), icon.size)
    : Buffer.concat(marked);
}

/**
 * Returns an .ico file that contains one PNG.
 *
 * @param {Buffer} png
 * @param {number} size
 */
function encodeIco(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // type: icon
  head.writeUInt16LE(1, 4); // number of images
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // color planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

async function render() {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
  });
  const page = await browser.newPage();
  for (const icon of icons) {
    await page.setViewportSize({ width: icon.size, height: icon.height ?? icon.size });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${icon.source}`);
    const png = await page.screenshot({ omitBackground: true });
    mkdirSync(dirname(folder + icon.file), { recursive: true });
    writeFileSync(folder + icon.file, encodeIcon(png, icon));
  }
  await browser.close();
}

function check() {
  for (const icon of icons) {
    if (!readFileSync(folder + icon.file).includes(sourceChunk(icon))) {
      console.error(`public/${icon.file} is not current: npm run generate:icons`);
      process.exitCode = 1;
    }
  }
}

if (!background || !motif) {
  throw new Error('public/favicon.svg has no background.');
}
if (process.argv.includes('--check')) {
  check();
} else {
  await render();
}
