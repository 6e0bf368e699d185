import { LANGUAGE_KEY } from '../i18n/languagePreference.ts';
import { DEFAULT_LANGUAGE, languages } from '../i18n/languages.ts';
import {
  COLOR_SCHEME_ATTRIBUTE,
  COLOR_SCHEME_KEY,
  DEFAULT_COLOR_SCHEME,
} from '../theme/colorScheme.ts';

/**
 * The inline script that sets language, direction and colour scheme before anything is painted.
 *
 * It runs ahead of the app's modules, so it cannot import: it is written out from the same data. A browser that
 * refuses storage gets the defaults.
 */
export function firstPaintScript(): string {
  const directions = Object.fromEntries(languages.map(({ code, direction }) => [code, direction]));
  return `(function (root, directions, language, scheme) {
  try {
    language = localStorage.getItem('${LANGUAGE_KEY}');
    scheme = localStorage.getItem('${COLOR_SCHEME_KEY}');
  } catch (_) {}
  root.lang = Object.hasOwn(directions, language) ? language : '${DEFAULT_LANGUAGE.code}';
  root.dir = directions[root.lang];
  root.setAttribute('${COLOR_SCHEME_ATTRIBUTE}', scheme === 'light' ? 'light' : '${DEFAULT_COLOR_SCHEME}');
})(document.documentElement, ${JSON.stringify(directions)});`;
}
