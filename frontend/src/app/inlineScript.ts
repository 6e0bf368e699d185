import { ACCESS_TOKEN_KEY, SENDABLE_TOKEN } from '#api/accessToken.ts';
import { bearer } from '#api/authorization.ts';
import { EARLY_REQUEST } from '#api/earlyRequest.ts';
import {
  LANGUAGE_COOKIE,
  LANGUAGE_KEY,
  LANGUAGE_PARAMETER,
  languageCookie,
} from '#i18n/languagePreference.ts';
import { DEFAULT_LANGUAGE, languages } from '#i18n/languages.ts';
import {
  COLOR_SCHEME_ATTRIBUTE,
  COLOR_SCHEME_KEY,
  DEFAULT_COLOR_SCHEME,
  THEME_COLOR_META,
} from '#theme/colorScheme.ts';
import { light } from '#theme/palette.ts';
import { appStartScript } from './appStartScript.ts';
import { MISMATCH, PRERENDERED_ATTRIBUTE, SIGNED_IN, FONTS_TEMPLATE_ID } from './prerendered.ts';

/** The only inline script of a page. Publishing the page computes its hash for the content security policy of the CDN. */
export function inlineScript(): string {
  return [firstPaintScript(), fontScript(), appStartScript()].join('\n');
}

/**
 * The inline script that sets language, direction and color scheme, and the color of the browser's own bars,
 * before the first paint. `index.html` has the color of the dark scheme.
 *
 * It runs before the app's modules and cannot import them, so it is generated from the same data. Without
 * storage it uses the defaults.
 *
 * A prerendered page is that of a visitor, in the language that the CDN chose by the URL or the cookie. When this browser needs another
 * one, the script hides the page, or for signed-in users what is only for visitors, and the app renders it anew.
 * The script writes a stored language to the cookie, so that the CDN serves the same one for the next link. It reads the cookie only
 * where the CDN has not done so just now, because each read waits for another process of the browser: on other pages, and on those that
 * the browser has kept in its cache when the user goes back to them.
 *
 * With an access token, it requests the user at once, beside the code of the app, which takes the response. The app handles a failure.
 */
export function firstPaintScript(): string {
  const directions = Object.fromEntries(languages.map(({ code, direction }) => [code, direction]));
  return `(function (root, directions, language, scheme, token) {
  function known(tag) {
    var code = String(tag).split('-')[0].toLowerCase();
    return Object.hasOwn(directions, code) && code;
  }
  function isHistoryNavigation() {
    return (performance.getEntriesByType('navigation')[0] || {}).type === 'back_forward';
  }
  function found(pattern, text) {
    return (pattern.exec(text) || [])[1];
  }
  try {
    scheme = localStorage.getItem('${COLOR_SCHEME_KEY}');
    token = found(${SENDABLE_TOKEN}, localStorage.getItem('${ACCESS_TOKEN_KEY}') || '');
    language = known(localStorage.getItem('${LANGUAGE_KEY}'));
  } catch (_) {}
  var prerendered = root.getAttribute('${PRERENDERED_ATTRIBUTE}');
  if (language) {
    document.cookie = '${languageCookie('')}'.replace('=', '=' + language);
  } else {
    language = prerendered === null || isHistoryNavigation() ? known(found(/(?:^|; )${LANGUAGE_COOKIE}=(\\w+)/, document.cookie)) : root.lang;
  }
  language = known(found(/[?&]${LANGUAGE_PARAMETER}=([^&]*)/, location.search)) || language || '${DEFAULT_LANGUAGE.code}';
  if (prerendered !== null && language !== root.lang) {
    root.setAttribute('${PRERENDERED_ATTRIBUTE}', '${MISMATCH}');
  } else if (prerendered === '' && token) {
    root.setAttribute('${PRERENDERED_ATTRIBUTE}', '${SIGNED_IN}');
  }
  if (token) {
    var early = (window.${EARLY_REQUEST} = {
      url: '/api/users/me?lang=' + language,
      authorization: '${bearer('').Authorization}' + token,
      controller: new AbortController(),
    });
    early.response = fetch(early.url, { headers: { Authorization: early.authorization }, signal: early.controller.signal });
    early.response.catch(function () {});
  }
  root.lang = language;
  root.dir = directions[language];
  var isLight = scheme === 'light';
  root.setAttribute('${COLOR_SCHEME_ATTRIBUTE}', isLight ? 'light' : '${DEFAULT_COLOR_SCHEME}');
  if (isLight) {
    document.querySelector('${THEME_COLOR_META}').content = '${light.palette?.background?.default}';
  }
})(document.documentElement, ${JSON.stringify(directions)});`;
}

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
