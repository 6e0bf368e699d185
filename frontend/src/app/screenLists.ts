import { COURSE, screens, type Screen } from './screens.ts';

/** What prerendering, scripts and tests make of the screens. The app does not load it. */

const isFixed = ({ path }: Screen) => !/[:*]/.test(path);

/** Public pages. Each is prerendered in each language. */
export const pageScreens = screens.filter(
  (screen) => isFixed(screen) && screen.title !== undefined && screen.access !== 'signedIn',
);

/** Screens for signed-in users. The frame of each is prerendered in each language, and the app renders the rest. */
export const frameScreens = screens.filter(
  (screen) => isFixed(screen) && screen.title !== undefined && screen.access === 'signedIn',
);

/** Paths that only the app renders. */
export const appPaths = screens
  .filter((screen) => isFixed(screen) && screen.title === undefined)
  .map(({ path }) => path);

/** The beginnings of the paths of areas, without the slash. */
export const areaPaths = screens
  .filter(({ path }) => path.endsWith('/*'))
  .map(({ path }) => path.slice(0, -'/*'.length));

export const pagePaths = pageScreens.map(({ path }) => path);
export const signedInPaths = frameScreens.map(({ path }) => path);

/**
 * The source file of a screen. Only for scripts that import this file without a build, which replaces the paths of modules by those of
 * chunks.
 */
export function sourceOf({ load }: Screen): string {
  const [, file] = /import\('#([^']+)'\)/.exec(String(load)) ?? [];
  return `src/${file}`;
}

/** The budget for the JavaScript of a first visit, in compressed bytes: a kB is 1000 bytes. */
export function budgetOf({ path }: Screen): number {
  // Screens with a form also load a form library.
  if (['/signup', '/login', '/forgot-password'].includes(path)) {
    return 170_600;
  }
  // The page of a course has more parts and texts than other pages, the names of time zones, and the price.
  return path === COURSE.path ? 160_000 : 155_000;
}
