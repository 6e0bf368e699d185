import { getAccessToken } from '#api/accessToken.ts';
import { bearer } from '#api/authorization.ts';
import {
  languageCookie,
  languageInCookie,
  languageInStorage,
  languageInUrl,
} from '#i18n/languagePreference.ts';
import { languageOf } from '#i18n/languages.ts';
import { readStored } from '#lib/storage.ts';
import {
  COLOR_SCHEME_ATTRIBUTE,
  COLOR_SCHEME_KEY,
  DEFAULT_COLOR_SCHEME,
  THEME_COLOR_META,
} from '#theme/colorScheme.ts';
import { MISMATCH, PRERENDERED_ATTRIBUTE, SIGNED_IN } from '../prerendered.ts';

/**
 * Sets language, direction and color scheme, and the color of the browser's own bars, before the first paint.
 *
 * A prerendered page is that of a visitor, in the language that the CDN chose by the URL or the cookie. When this browser needs another
 * one, the page is hidden, or for signed-in users what is only for visitors, and the app renders it anew.
 * A stored language is written to the cookie, so that the CDN serves the same one for the next link. The cookie is read only
 * where the CDN has not done so just now, because each read waits for another process of the browser: on other pages, and on those that
 * the browser has kept in its cache when the user goes back to them.
 *
 * With an access token, the user is requested at once, beside the code of the app, which takes the response and handles a failure.
 */
export function prepareFirstPaint(): void {
  const root = document.documentElement;
  const prerendered = root.getAttribute(PRERENDERED_ATTRIBUTE);
  const stored = languageInStorage();
  if (stored) {
    document.cookie = languageCookie(stored);
  }
  const { code, direction } = languageOf(
    languageInUrl() ??
      stored ??
      (prerendered === null || isHistoryNavigation() ? languageInCookie() : root.lang),
  );
  const token = getAccessToken();
  if (prerendered !== null && code !== root.lang) {
    root.setAttribute(PRERENDERED_ATTRIBUTE, MISMATCH);
  } else if (prerendered === '' && token !== null) {
    root.setAttribute(PRERENDERED_ATTRIBUTE, SIGNED_IN);
  }
  if (token !== null) {
    requestUser(token, code);
  }
  root.lang = code;
  root.dir = direction;
  const isLight = readStored(COLOR_SCHEME_KEY) === 'light';
  root.setAttribute(COLOR_SCHEME_ATTRIBUTE, isLight ? 'light' : DEFAULT_COLOR_SCHEME);
  const meta = document.querySelector<HTMLMetaElement>(THEME_COLOR_META);
  if (isLight && meta) {
    // The page has the color of the dark scheme.
    meta.content = meta.dataset['light'] ?? '';
  }
}

function isHistoryNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
}

function requestUser(token: string, language: string): void {
  const url = `/api/users/me?lang=${language}`;
  const headers = bearer(token);
  const controller = new AbortController();
  const response = fetch(url, { headers, signal: controller.signal });
  response.catch(() => undefined);
  window.earlyRequest = { url, authorization: headers.Authorization, controller, response };
}
