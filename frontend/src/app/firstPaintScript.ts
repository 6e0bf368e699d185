import { ACCESS_TOKEN_KEY } from '#api/accessToken.ts';
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
import { dark, light } from '#theme/palette.ts';
import { MISMATCH, PRERENDERED_ATTRIBUTE, SIGNED_IN } from './prerendered.ts';

/**
 * The inline script that sets language, direction and color scheme, and the color of the browser's own bars,
 * before the first paint.
 *
 * It runs before the app's modules and cannot import them, so it is generated from the same data. Without
 * storage it uses the defaults.
 *
 * A prerendered page is that of a visitor, in the language that the CDN chose. When this browser needs another
 * one, the script hides the page, or for signed-in users what is only for visitors, and the app renders it anew.
 * The script stores the language in the cookie, so that the CDN serves the same one for the next link.
 *
 * With an access token, it requests the user at once, beside the code of the app, which takes the response. The app handles a failure.
 */
export function firstPaintScript(): string {
  const directions = Object.fromEntries(languages.map(({ code, direction }) => [code, direction]));
  const colors = JSON.stringify([backgroundOf(dark), backgroundOf(light)]);
  return `(function (root, directions, language, scheme, token) {
  function known(code) {
    return Object.hasOwn(directions, code) && code;
  }
  try {
    scheme = localStorage.getItem('${COLOR_SCHEME_KEY}');
    token = localStorage.getItem('${ACCESS_TOKEN_KEY}');
    language = known(localStorage.getItem('${LANGUAGE_KEY}'));
  } catch (_) {}
  var inUrl = known(new URLSearchParams(location.search).get('${LANGUAGE_PARAMETER}'));
  var inCookie = known((/(?:^|; )${LANGUAGE_COOKIE}=(\\w+)/.exec(document.cookie) || [])[1]);
  language = language || inCookie || inUrl;
  if (language && language !== inCookie) {
    document.cookie = '${languageCookie('')}'.replace('=', '=' + language);
  }
  language = inUrl || language || '${DEFAULT_LANGUAGE.code}';
  var prerendered = root.getAttribute('${PRERENDERED_ATTRIBUTE}');
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
  root.setAttribute('${COLOR_SCHEME_ATTRIBUTE}', scheme === 'light' ? 'light' : '${DEFAULT_COLOR_SCHEME}');
  document.querySelector('${THEME_COLOR_META}').content = ${colors}[+(scheme === 'light')];
})(document.documentElement, ${JSON.stringify(directions)});`;
}

function backgroundOf({ palette }: typeof dark): string {
  return palette?.background?.default ?? '';
}
