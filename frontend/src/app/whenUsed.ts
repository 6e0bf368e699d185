import { shownLanguage, prefetchTranslations } from '#i18n/i18n.ts';
import { languageInCookie, languageInStorage, knownLanguage } from '#i18n/languagePreference.ts';
import { languageOf } from '#i18n/languages.ts';
import { connection } from '#lib/moments.ts';
import { getAccessToken } from '#api/accessToken.ts';
import { isForEveryone, preloadScreen, requiresSignIn, translationsOf } from './routes.tsx';

/** What can wait until the visitor uses the page. */
export function startWhenUsed(): void {
  startPrefetching();
  offerPreferredLanguage();
}

/**
 * Offers the language that the browser prefers among those of the site to a visitor who has chosen none (spec §1: English is the
 * default). Without a connection it is not offered.
 */
function offerPreferredLanguage(): void {
  const preferred = navigator.languages.map(knownLanguage).find(Boolean);
  const hasChosen = (languageInStorage() ?? languageInCookie()) !== undefined;
  if (preferred && !hasChosen && preferred !== shownLanguage().code) {
    import('./shell/LanguageOffer.tsx')
      .then(({ offerLanguage }) => {
        offerLanguage(languageOf(preferred));
      })
      .catch(() => undefined);
  }
}

/** What shows that a visitor may be about to press a link. */
const INTENTS = ['pointerover', 'focusin', 'touchstart'];

/**
 * Loads what the screen of a link needs when it is hovered, focused or touched: its code, and the courses that it begins with. A module that
 * is loaded is not loaded again.
 *
 * Nothing is loaded while data is saved, without a connection, or on a slow one.
 */
export function startPrefetching(): void {
  for (const type of INTENTS) {
    document.addEventListener(
      type,
      ({ target }) => {
        prefetch(target instanceof Element ? target.closest('a') : null);
      },
      { passive: true },
    );
  }
  // The pointer may be over a link already.
  prefetch(document.querySelector('a:hover'));
}

function prefetch(link: Element | null): void {
  const path = link instanceof HTMLAnchorElement ? pathOf(link) : undefined;
  if (path !== undefined && isConnectionFast()) {
    // A press tries again, and reports the failure.
    Promise.all([
      preloadScreen(path),
      prefetchTranslations(translationsOf(path)),
      prefetchCourses(path),
    ]).catch(() => undefined);
  }
}

/** The path of another screen that the link opens in this tab, and that this browser may show. */
function pathOf({ target, origin, pathname }: HTMLAnchorElement): string | undefined {
  const opensHere = target === '' && origin === window.location.origin;
  const isOpen =
    isForEveryone(pathname) || requiresSignIn(pathname) === (getAccessToken() !== null);
  return opensHere && isOpen && pathname !== window.location.pathname ? pathname : undefined;
}

function isConnectionFast(): boolean {
  const { saveData, effectiveType = '4g' } = connection();
  return navigator.onLine && !saveData && effectiveType === '4g';
}

/** The courses that a screen begins with. */
async function prefetchCourses(path: string): Promise<void> {
  const [, area, id] = path.split('/');
  const { code } = shownLanguage();
  if (area === 'courses' && id) {
    const { prefetchCourse } = await import('#entities/course/api.ts');
    await prefetchCourse(id, code);
  } else if (area === 'courses') {
    const { fetchCourses } = await import('#entities/course/api.ts');
    await fetchCourses(code);
  }
}
