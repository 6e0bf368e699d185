import type { Screenshot } from './screenshots.ts';

const desktop = '1440x900';
const phone = '390x844';

/** The images of docs/gallery.md: a mix of languages, color schemes and screen sizes. */
export const gallery: Screenshot[] = [
  { screen: 'home', language: 'en', scheme: 'dark', size: desktop },
  { screen: 'home', language: 'ar', scheme: 'light', size: phone },
  { screen: 'about-job', language: 'fr', scheme: 'light', size: desktop },
  { screen: 'about-menu', language: 'en', scheme: 'dark', size: phone },
  { screen: 'signed-in-courses', language: 'ar', scheme: 'light', size: desktop },
  { screen: 'courses', language: 'fr', scheme: 'dark', size: phone },
  { screen: 'courses-filters', language: 'en', scheme: 'light', size: desktop },
  { screen: 'courses-nothing-found', language: 'ar', scheme: 'dark', size: phone },
  { screen: 'course', language: 'fr', scheme: 'dark', size: desktop },
  { screen: 'place-request', language: 'en', scheme: 'light', size: phone },
  { screen: 'signup-courses', language: 'en', scheme: 'dark', size: desktop },
  { screen: 'signup-terms', language: 'ar', scheme: 'light', size: phone },
  { screen: 'login', language: 'ar', scheme: 'dark', size: desktop },
  { screen: 'forgot-password-code', language: 'fr', scheme: 'light', size: phone },
  { screen: 'signed-in-home', language: 'ar', scheme: 'dark', size: desktop },
  { screen: 'my-courses', language: 'fr', scheme: 'light', size: phone },
  { screen: 'profile-teacher', language: 'en', scheme: 'light', size: desktop },
  { screen: 'settings', language: 'ar', scheme: 'dark', size: phone },
  { screen: 'faq', language: 'ar', scheme: 'light', size: desktop },
  { screen: 'contact', language: 'en', scheme: 'dark', size: phone },
  { screen: 'privacy', language: 'fr', scheme: 'light', size: desktop },
  { screen: 'not-found', language: 'en', scheme: 'dark', size: phone },
];
