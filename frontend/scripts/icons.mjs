/**
 * Renders the icons in public/ that are no vectors from the one that is, public/favicon.svg, and the picture that is shown
 * with a link to the site, with Chromium (`CHROMIUM_PATH`). Each carries a digest of the drawing that it was made from: `--check` fails when that is another one
 * by now. It compares no pixels, which differ from one version of Chromium to the next, and needs no browser.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { chromium } from '@playwright/test';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const mark = readFileSync(`${folder}favicon.svg`, 'utf8');

/** Of the drawing: the colour of its ground, and what is on it. */
const [, ground, motif] = /<rect [^>]*fill="(#\w+)" \/>(.*)<\/svg>/s.exec(mark) ?? [];

const artwork = readFileSync(
  fileURLToPath(new URL('../src/entities/service-area/artwork/courses.svg', import.meta.url)),
  'utf8',
);

/** @typedef {{ file: string, size: number, height?: number, drawing: string }} Icon `size` is the width */

/** @type {Icon[]} */
const icons = [
  { file: 'favicon.ico', size: 32, drawing: mark },
  { file: 'icons/192.png', size: 192, drawing: mark },
  { file: 'icons/512.png', size: 512, drawing: mark },
  // Systems cut these to their own shape: the ground goes to the edge, and the motif stays where nothing is cut away.
  { file: 'apple-touch-icon.png', size: 180, drawing: fullBleed(0.88) },
  { file: 'icons/maskable-512.png', size: 512, drawing: fullBleed(0.78) },
  // As wide as Open Graph wants it. Without words, since it goes with pages in every language.
  { file: 'share.png', size: 1200, height: 630, drawing: share() },
];

function share() {
  const place = (/** @type {string} */ svg, /** @type {string} */ where) =>
    svg.replace(/^[^<]*<svg /, `<svg ${where} `);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">' +
    '<rect width="1200" height="630" fill="#110d1b"/>' +
    place(artwork, 'x="120" y="-165" width="960" height="960" opacity="0.85"') +
    place(mark, 'x="490" y="205" width="220" height="220"') +
    '</svg>'
  );
}

function fullBleed(/** @type {number} */ scale) {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect x="-1" y="-1" width="34" height="34" fill="${ground}"/>` +
    `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${motif}</g></svg>`
  );
}

/** The text chunk of a PNG that says what it was made from. */
function originOf(/** @type {Icon} */ { size, drawing }) {
  const digest = createHash('sha256').update(`${size} ${drawing}`).digest('hex');
  const content = Buffer.from(`tEXtSource\0${digest}`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Where the first chunk of every PNG ends: after the signature and the header. */
const AFTER_HEADER = 33;

/**
 * @param {Buffer} png
 * @param {Icon} icon
 */
function fileOf(png, icon) {
  const marked = [png.subarray(0, AFTER_HEADER), originOf(icon), png.subarray(AFTER_HEADER)];
  return icon.file.endsWith('.ico')
    ? inIco(Buffer.concat(marked), icon.size)
    : Buffer.concat(marked);
}

/**
 * An .ico that holds one PNG.
 *
 * @param {Buffer} png
 * @param {number} size
 */
function inIco(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // plane
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
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${icon.drawing}`);
    const png = await page.screenshot({ omitBackground: true });
    mkdirSync(dirname(folder + icon.file), { recursive: true });
    writeFileSync(folder + icon.file, fileOf(png, icon));
  }
  await browser.close();
}

function check() {
  for (const icon of icons) {
    if (!readFileSync(folder + icon.file).includes(originOf(icon))) {
      console.error(`public/${icon.file} is not current: npm run generate:icons`);
      process.exitCode = 1;
    }
  }
}

if (!ground || !motif) {
  throw new Error('public/favicon.svg has no ground.');
}
if (process.argv.includes('--check')) {
  check();
} else {
  await render();
}
