import { whenIdle } from '#lib/whenIdle.ts';
import { getAccessToken } from '#api/accessToken.ts';
import { prefetchTranslations, shownLanguage } from '#i18n/i18n.ts';
import { isForEveryone, preloadScreen, requiresSignIn, translationsOf } from './routes.tsx';

/** What of the Network Information API this reads. Not every browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** What shows that a visitor may be about to press a link. */
const INTENTS = ['pointerover', 'focusin', 'touchstart'];

/**
 * Loads what the screens of links need before they are pressed: the code of links in view, when the browser is idle after the visitor has
 * moved; at once the code and the courses of a link that is hovered, focused or touched. A module that is loaded is not loaded again.
 *
 * Nothing is loaded while data is saved, without a connection, or on a slow one.
 */
export function startPrefetching(): void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        prefetch(target, prefetchCode);
      }
    }
  });
  let isWaiting = false;
  const watchLinks = () => {
    if (!isWaiting) {
      isWaiting = true;
      whenIdle(() => {
        isWaiting = false;
        // To observe a link again has no effect.
        for (const link of document.links) {
          observer.observe(link);
        }
      });
    }
  };
  const follow = (element: Element | null) => {
    prefetch(element, prefetchAll);
    watchLinks();
  };

  for (const type of INTENTS) {
    document.addEventListener(
      type,
      ({ target }) => {
        follow(target instanceof Element ? target.closest('a') : null);
      },
      { passive: true },
    );
  }
  // The pointer may be over a link already.
  follow(document.querySelector('a:hover'));
}

function prefetch(link: Element | null, load: (path: string) => Promise<unknown>): void {
  const path = link instanceof HTMLAnchorElement ? pathOf(link) : undefined;
  if (path !== undefined && isConnectionFast()) {
    // A press tries again, and reports the failure.
    load(path).catch(() => undefined);
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
  const { connection = {} } = navigator as { connection?: Connection };
  return navigator.onLine && !connection.saveData && (connection.effectiveType ?? '4g') === '4g';
}

function prefetchCode(path: string): Promise<unknown> {
  return Promise.all([preloadScreen(path), prefetchTranslations(translationsOf(path))]);
}

function prefetchAll(path: string): Promise<unknown> {
  return Promise.all([prefetchCode(path), prefetchCourses(path)]);
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
