import type { languages } from './translations.ts';

type Language = (typeof languages)[number];
type Size = 'desktop' | 'phone';

interface Variant {
  language: Language;
  /** The Playwright tag that keeps a journey to one screen size; empty when it runs in both. */
  tag: `@${Size}`[];
}

/**
 * `JOURNEYS=all` runs the full product of languages and screen sizes (`scripts/test --full`). Without it a covering array runs:
 * each language once, and each screen size at least once (docs/testing.md).
 */
const isFullProduct = process.env['JOURNEYS'] === 'all';

/**
 * The languages and screen sizes that a journey runs in: English on a desktop, French on a phone, and Arabic on the size that the
 * journey names. Journeys of one file take turns, so that Arabic meets both sizes.
 */
export function variants(arabicOn: Size): Variant[] {
  return [
    { language: 'en', tag: only('desktop') },
    { language: 'fr', tag: only('phone') },
    { language: 'ar', tag: only(arabicOn) },
  ];
}

/** As {@link variants}, for journeys in which French can show nothing that English and Arabic do not. */
export function withoutFrench(arabicOn: Size): Variant[] {
  return variants(arabicOn).filter(({ language }) => isFullProduct || language !== 'fr');
}

/** As {@link variants}, for journeys in which no language can show what another one does not, on one screen size. */
export function inEnglish(on: Size): Variant[] {
  return variants(on)
    .filter(({ language }) => isFullProduct || language === 'en')
    .map(({ language }) => ({ language, tag: only(on) }));
}

/** The tag of a journey that one screen size suffices for: `test(title, { tag: only('desktop') }, …)`. */
export function only(size: Size): `@${Size}`[] {
  return isFullProduct ? [] : [`@${size}`];
}
