import type { Language } from './translations.ts';

type Size = 'desktop' | 'phone';

interface Variant {
  language: Language;
  /** The Playwright tag that limits a journey to one screen size. Empty when it runs in both. */
  tag: `@${Size}`[];
}

/**
 * `JOURNEYS=all` runs every journey in all languages and screen sizes (`scripts/test --full`). By default a journey runs in a covering
 * array: in each language once, and in each screen size at least once (docs/testing.md).
 */
const isFullProduct = process.env['JOURNEYS'] === 'all';

/**
 * Returns the languages and screen sizes of a journey: English on a desktop, French on a phone, and Arabic on the given size.
 * Journeys of one file alternate that size, so that Arabic is tested on both.
 */
export function variants(arabicOn: Size): Variant[] {
  return [
    { language: 'en', tag: only('desktop') },
    { language: 'fr', tag: only('phone') },
    { language: 'ar', tag: only(arabicOn) },
  ];
}

/** As {@link variants}, for journeys that French tests no better than English and Arabic do. */
export function withoutFrench(arabicOn: Size): Variant[] {
  return variants(arabicOn).filter(({ language }) => isFullProduct || language !== 'fr');
}

/** As {@link variants}, for journeys that do not depend on the language: English only, on one screen size. */
export function inEnglish(on: Size): Variant[] {
  return variants(on)
    .filter(({ language }) => isFullProduct || language === 'en')
    .map(({ language }) => ({ language, tag: only(on) }));
}

/** Returns the languages of the journey with this index in a list whose journeys alternate between English and Arabic. */
export function alternating(index: number): Language[] {
  return isFullProduct ? ['en', 'fr', 'ar'] : [index % 2 ? 'ar' : 'en'];
}

/** Returns the tag of a journey that needs one screen size: `test(title, { tag: only('desktop') }, …)`. */
export function only(size: Size): `@${Size}`[] {
  return isFullProduct ? [] : [`@${size}`];
}
