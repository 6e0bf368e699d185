import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomTypeOptions } from 'i18next';

type Areas = CustomTypeOptions['resources'];

export const languages = ['en', 'fr', 'ar'] as const;

type LanguageCode = (typeof languages)[number];

/** The words that the journeys look for, from where the app has them. */
export const words = { en: wordsOf('en'), fr: wordsOf('fr'), ar: wordsOf('ar') };

function wordsOf(language: LanguageCode) {
  const folders = [`../../src/locales/${language}/`, `../../../shared/locales/${language}/`];
  const files = folders
    .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
    .flatMap((folder) => readdirSync(folder).map((file) => folder + file));
  const areas = Object.fromEntries(
    files.map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(file, 'utf8')) as unknown,
    ]),
  ) as unknown as Areas;
  return { ...areas, signup: { ...areas.signup, ...areas.signupSteps } };
}
