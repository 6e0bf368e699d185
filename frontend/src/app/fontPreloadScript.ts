import { FONTS_TEMPLATE_ID } from './prerendered.ts';

/** The key of local storage with the first font of the last page whose fonts this browser has downloaded. */
export const FONTS_KEY = 'fonts';

/** The longest round trip, in ms, within which fonts are in time for the first paint. */
const LONGEST_ROUND_TRIP_MS = 100;

/**
 * The inline script that preloads the fonts of a prerendered page, if they can be in time for the first paint: when the browser has them
 * already, or over a fast connection.
 *
 * Fonts are used in the first paint or not at all (`font-display: optional`), and browsers delay the first paint for those that are preloaded.
 * Over a slow connection that is a delay without an effect. There, fonts that are not preloaded load after the first paint, for the next page.
 * Browsers that do not tell the round trip preload them.
 */
export function fontPreloadScript(): string {
  return `(function (template, connection, font, stored) {
  if (!template) {
    return;
  }
  font = template.content.querySelector('link').getAttribute('href');
  try {
    stored = localStorage.getItem('${FONTS_KEY}');
  } catch (_) {}
  if (font === stored || !(connection.saveData || connection.rtt > ${LONGEST_ROUND_TRIP_MS})) {
    document.head.append(template.content);
  }
  if (font !== stored) {
    addEventListener('load', function () {
      document.fonts.ready.then(function () {
        try {
          localStorage.setItem('${FONTS_KEY}', font);
        } catch (_) {}
      });
    });
  }
})(document.getElementById('${FONTS_TEMPLATE_ID}'), navigator.connection || {});`;
}
