import { followedLink } from '#lib/followedLink.ts';
import { isGuarded } from '#ui/unsaved/navigationGuard.ts';

/** The longest time for which the screen before stands still, in ms. */
const PATIENCE_MS = 300;

/**
 * Shows the screen of a pressed link in a view transition, unless the user prefers reduced motion, or has unsaved changes, about which the
 * screen asks.
 *
 * The press is repeated once the browser has captured the screen before. From then on it paints nothing until the new screen is rendered, so
 * that only a screen that is loaded appears in this way.
 */
export function animateLinks(isLoaded: (path: string) => boolean): void {
  let isRepeated = false;
  document.addEventListener(
    'click',
    (event) => {
      const link = isRepeated ? undefined : followedLink(event);
      if (!link || !isLoaded(link.pathname) || isGuarded() || !canAnimate()) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      document.startViewTransition(() => {
        const rendered = titleIsFocused();
        isRepeated = true;
        link.click();
        isRepeated = false;
        return rendered;
      });
    },
    { capture: true },
  );
}

function canAnimate(): boolean {
  return (
    'startViewTransition' in document &&
    !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/** A screen that is rendered focuses its title (`ScreenTitle`). */
function titleIsFocused(): Promise<void> {
  return new Promise((done) => {
    const stop = () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', onFocus);
      done();
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLHeadingElement) {
        stop();
      }
    };
    const timer = setTimeout(stop, PATIENCE_MS);
    document.addEventListener('focusin', onFocus);
  });
}
