import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CustomTypeOptions } from 'i18next';

type Areas = CustomTypeOptions['resources'];

export const languages = ['en', 'fr', 'ar'] as const;

type LanguageCode = (typeof languages)[number];

/** The words that the journeys look for, from where the app has them. */
export const words = { en: wordsOf('en'), fr: wordsOf('fr'), ar: wordsOf('ar') };

function wordsOf(language: LanguageCode) {
  const folder = fileURLToPath(new URL(`../src/locales/${language}/`, import.meta.url));
  const areas = Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(folder + file, 'utf8')) as unknown,
    ]),
  ) as unknown as Areas;
  return { ...areas, signup: { ...areas.signup, ...areas.signupSteps } };
}
