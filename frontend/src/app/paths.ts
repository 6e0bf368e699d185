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

/** Screens about one user, which only the app renders. */
export const userScreenPaths = [
  '/profile',
  '/settings',
  '/delete',
  '/check-email',
  '/verify-email',
  '/change-email',
  '/revert-email',
] as const;

export type PagePath = (typeof pagePaths)[number];
export type ScreenPath = PagePath | (typeof userScreenPaths)[number];
