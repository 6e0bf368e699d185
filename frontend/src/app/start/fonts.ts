import { connection } from '#lib/connection.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { FONTS_TEMPLATE_ID } from '../prerendered.ts';
import { afterFirstPaint } from '#lib/moments.ts';

/** The key of local storage with the first font of the last page whose fonts this browser has downloaded. */
export const FONTS_KEY = 'fonts';

/** The longest round trip, in ms, within which fonts are in time for the first paint. */
const LONGEST_ROUND_TRIP_MS = 100;

/**
 * Declares and preloads the fonts of a prerendered page, if they can be in time for the first paint: when the browser has them already, or
 * over a fast connection.
 *
 * Fonts are used in the first paint or not at all (`font-display: optional`), and browsers delay the first paint for those that are preloaded.
 * Over a slow connection that is a delay without an effect. There, the page keeps the system's font, and the fonts are downloaded for
 * the next page when the browser is idle, unless data is saved. Browsers that do not tell the round trip preload them, and only those that
 * tell it need `requestIdleCallback`.
 */
export function declareFonts(): void {
  const template = document.getElementById(FONTS_TEMPLATE_ID);
  if (!(template instanceof HTMLTemplateElement)) {
    return;
  }
  const { content } = template;
  // A template has no URL to which `href` could be relative.
  const files = Array.from(
    content.querySelectorAll('link'),
    (link) => link.getAttribute('href') ?? '',
  );
  const [first = ''] = files;
  const remember = () => {
    writeStored(FONTS_KEY, first);
  };
  const { saveData, rtt = 0 } = connection();
  const isKnown = readStored(FONTS_KEY) === first;
  const isInTime = isKnown || !(saveData || rtt > LONGEST_ROUND_TRIP_MS);
  if (isInTime) {
    const declarations = [...content.querySelectorAll('style')];
    document.head.append(content);
    afterFirstPaint(() => {
      removeLateFamilies(declarations);
    });
  }
  if (!isKnown && !saveData) {
    addEventListener('load', () => {
      if (isInTime) {
        void document.fonts.ready.then(remember);
      } else {
        requestIdleCallback(() => {
          Promise.all(files.map(download)).then(remember, () => undefined);
        });
      }
    });
  }
}

/** Browsers decide for each weight whether it is in time. A family, and so a script, has all of its weights on a page, or none. */
function removeLateFamilies(declarations: HTMLStyleElement[]): void {
  for (const { family, status } of [...document.fonts]) {
    if (status === 'loading' || status === 'error') {
      declarations.find(({ dataset }) => dataset['family'] === family)?.remove();
    }
  }
}

async function download(file: string): Promise<void> {
  const response = await fetch(file, { priority: 'low' });
  if (!response.ok) {
    throw new Error(file);
  }
  await response.blob();
}
