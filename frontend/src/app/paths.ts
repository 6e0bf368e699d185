/**
 * The paths of all screens (spec §2). `scripts/generate` writes them, and the languages, into the CDN's viewer-request function: run it
 * after a change here.
 */

/** Public pages. Each is prerendered in each language. */
export const pagePaths = [
  '/',
  '/about/courses',
  '/about/consulting',
  '/about/job',
  '/about/networking',
  '/about/psychology',
  '/courses',
  '/faq',
  '/contact',
  '/signup',
  '/login',
  '/privacy',
  '/delete-info',
  '/forgot-password',
] as const;

/** The page of a course. The pages of courses in the catalogue's files are prerendered in each language; the app renders any other. */
export const coursePath = '/courses/:id';

/** Screens for signed-in users. The frame of each is prerendered in each language, and the app renders the rest. */
export const signedInPaths = ['/profile', '/settings', '/delete'] as const;

/** Other screens about one user, which only the app renders. */
export const userScreenPaths = [
  '/check-email',
  '/verify-email',
  '/change-email',
  '/revert-email',
] as const;

export type SignedInPath = (typeof signedInPaths)[number];
export type PagePath = (typeof pagePaths)[number] | `/courses/${string}`;
export type ScreenPath =
  (typeof pagePaths)[number] | typeof coursePath | SignedInPath | (typeof userScreenPaths)[number];
