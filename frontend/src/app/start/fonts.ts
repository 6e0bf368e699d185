import { languageOf } from '#i18n/languages.ts';
import { connection } from '#lib/moments.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { families } from '#theme/families.ts';
import { FONTS_TEMPLATE_ID, PRERENDERED_ATTRIBUTE } from '../prerendered.ts';

/** The key of local storage with the first font of the last page whose fonts this browser has downloaded. */
export const FONTS_KEY = 'fonts';

/** Marks `<html>` while the page waits for its fonts, and hides its text. */
export const FONTS_ATTRIBUTE = 'data-fonts';

/** The longest round trip, in ms, within which fonts are in time for the first paint. */
const LONGEST_ROUND_TRIP_MS = 100;

/** How long a prerendered page waits for its fonts, in ms: no longer than browsers do. */
const PATIENCE_MS = 100;

/** How long an empty page does, which shows nothing before the app has loaded, and the change to another language. */
const LONG_PATIENCE_MS = 1000;

interface Font {
  face: FontFace;
  file: string;
  /** It has letters that are rare. It is downloaded when a page has one. */
  isRare: boolean;
}

/** The fonts about which the page has not decided; `undefined` before they are read from its template. */
let undecided: Font[] | undefined;

/**
 * Shows the fonts of a page, if they can be in time for the first paint: when the browser has them already, or over a fast connection.
 *
 * A page has all fonts of its language, or none, also later: text that is exchanged moves, and browsers, which decide about each file by
 * itself, would mix typefaces. So no font is declared before all are there. Until then, or for as long as browsers wait for a font, the
 * text is hidden. Over a slow connection that would be a delay without an effect. There, the page keeps the fonts of the device, and its
 * own are downloaded for the next page when the browser is idle, unless data is saved. Browsers that do not tell the round trip try, and
 * only those that tell it need `requestIdleCallback`.
 */
export function showFonts(): void {
  const root = document.documentElement;
  undecided = undefined;
  window.showFontsOf = showFontsOf;
  const { saveData, rtt = 0 } = connection();
  const known = readStored(FONTS_KEY);
  const isKnown = known !== null && rules().includes(known);
  if (isKnown || !(saveData || rtt > LONGEST_ROUND_TRIP_MS)) {
    const fonts = takeFontsOf(root.lang);
    const isEmpty = root.getAttribute(PRERENDERED_ATTRIBUTE) === null;
    root.setAttribute(FONTS_ATTRIBUTE, 'awaited');
    preload(fonts);
    void showTogether(fonts, isEmpty ? LONG_PATIENCE_MS : PATIENCE_MS).then(() => {
      root.removeAttribute(FONTS_ATTRIBUTE);
    });
  } else if (!saveData) {
    addEventListener('load', () => {
      requestIdleCallback(() => {
        void load(takeFontsOf(root.lang), download);
      });
    });
  }
}

/** Shows the fonts of a language to which the page changes. Resolves when it is decided about them. */
async function showFontsOf(code: string): Promise<void> {
  // Over a slow connection, the page has decided against those of its own language before it reads them.
  takeFontsOf(document.documentElement.lang);
  if (!connection().saveData) {
    await showTogether(takeFontsOf(code), LONG_PATIENCE_MS);
  }
}

/** The rules of `fonts.css`, which the template keeps from taking effect. */
function rules(): string {
  const template = document.getElementById(FONTS_TEMPLATE_ID);
  return template instanceof HTMLTemplateElement ? template.content.textContent : '';
}

function readFonts(): Font[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules());
  return Array.from(sheet.cssRules, (rule) => {
    const of = (name: string) => (rule as CSSFontFaceRule).style.getPropertyValue(name);
    const face = new FontFace(of('font-family'), of('src'), {
      weight: of('font-weight'),
      unicodeRange: of('unicode-range'),
      display: 'swap',
    });
    const [file = ''] = /[^"(]+\.woff2/.exec(of('src')) ?? [];
    return { face, file, isRare: of('font-display') === 'swap' };
  });
}

function takeFontsOf(code: string): Font[] {
  undecided ??= readFonts();
  const used = families[languageOf(code).code].split(', ');
  const isUsed = ({ face }: Font) => used.includes(face.family);
  const fonts = undecided.filter(isUsed);
  undecided = undecided.filter((font) => !isUsed(font));
  return fonts;
}

const isCommon = ({ isRare }: Font) => !isRare;

/** Makes Chromium wait with the layout, too. */
function preload(fonts: Font[]): void {
  for (const { file: href } of fonts.filter(isCommon)) {
    const link = document.createElement('link');
    document.head.append(
      Object.assign(link, {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        crossOrigin: '',
        href,
      }),
    );
  }
}

/** Shows fonts at once when all are loaded in time. Resolves then, or when the time is over; later they are there for the next page. */
function showTogether(fonts: Font[], patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    let isDecided = false;
    const decide = (isInTime: boolean) => {
      if (isInTime && !isDecided) {
        fonts.forEach(({ face }) => document.fonts.add(face));
      }
      isDecided = true;
      resolve();
    };
    setTimeout(decide, patienceMs, false);
    void load(fonts).then(decide);
  });
}

/** Loads fonts, without the rare ones, and remembers that the browser has them. Returns whether it could. */
async function load(
  fonts: Font[],
  get: (font: Font) => Promise<unknown> = loadFace,
): Promise<boolean> {
  try {
    await Promise.all(fonts.filter(isCommon).map(get));
  } catch {
    return false;
  }
  const [first] = fonts;
  if (first) {
    writeStored(FONTS_KEY, first.file);
  }
  return true;
}

function loadFace({ face }: Font): Promise<unknown> {
  return face.load();
}

/** Downloads a font for the next page, after everything that this one needs. */
async function download({ file }: Font): Promise<void> {
  const response = await fetch(file, { priority: 'low' });
  if (!response.ok) {
    throw new Error(file);
  }
  await response.blob();
}
