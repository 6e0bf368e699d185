import { FONTS_TEMPLATE_ID } from './prerendered.ts';

/** The key of local storage with the first font of the last page whose fonts this browser has downloaded. */
export const FONTS_KEY = 'fonts';

/** The longest round trip, in ms, within which fonts are in time for the first paint. */
const LONGEST_ROUND_TRIP_MS = 100;

/**
 * The inline script that declares and preloads the fonts of a prerendered page, if they can be in time for the first paint: when the
 * browser has them already, or over a fast connection.
 *
 * Fonts are used in the first paint or not at all (`font-display: optional`), and browsers delay the first paint for those that are preloaded.
 * Over a slow connection that is a delay without an effect. There, the page keeps the system's font, and the fonts are downloaded for
 * the next page when the browser is idle, unless data is saved. Browsers that do not tell the round trip preload them, and only those that
 * tell it need `requestIdleCallback`.
 */
export function fontScript(): string {
  return `(function (template, connection, files, stored) {
  if (!template) {
    return;
  }
  files = Array.from(template.content.querySelectorAll('link'), function (link) {
    return link.getAttribute('href');
  });
  try {
    stored = localStorage.getItem('${FONTS_KEY}');
  } catch (_) {}
  var isInTime = files[0] === stored || !(connection.saveData || connection.rtt > ${LONGEST_ROUND_TRIP_MS});
  if (isInTime) {
    document.head.append(template.content);
  }
  if (files[0] !== stored && !connection.saveData) {
    addEventListener('load', function () {
      isInTime ? document.fonts.ready.then(remember) : requestIdleCallback(download);
    });
  }
  function download() {
    Promise.all(files.map(function (file) {
      return fetch(file, { priority: 'low' }).then(function (response) {
        return response.ok ? response.blob() : Promise.reject();
      });
    })).then(remember, function () {});
  }
  function remember() {
    try {
      localStorage.setItem('${FONTS_KEY}', files[0]);
    } catch (_) {}
  }
})(document.getElementById('${FONTS_TEMPLATE_ID}'), navigator.connection || {});`;
}
