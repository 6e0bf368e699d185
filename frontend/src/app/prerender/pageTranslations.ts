import type { TFunction } from 'i18next';

/** The translations that titles, descriptions and structured data of public pages use. */
export type PageTranslations = TFunction<
  [
    'common',
    'about',
    'contact',
    'coursePage',
    'courses',
    'deleteInfo',
    'faq',
    'home',
    'legal',
    'settings',
    'signIn',
    'signup',
  ]
>;
