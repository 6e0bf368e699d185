import type { TFunction } from 'i18next';

/** The namespaces of public pages and frames, besides `common`. */
export const PAGE_NAMESPACES = [
  'about',
  'contact',
  'coursePage',
  'courses',
  'deleteInfo',
  'faq',
  'home',
  'legal',
  'services',
  'settings',
  'signIn',
  'signup',
  'userFields',
] as const;

/** The translations that titles, descriptions and structured data of public pages use. */
export type PageTranslations = TFunction<['common', ...typeof PAGE_NAMESPACES]>;
