import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomTypeOptions } from 'i18next';
import { languages as appLanguages, type LanguageCode } from '../../src/i18n/languages.ts';

type Namespaces = CustomTypeOptions['resources'];

export type Language = LanguageCode;

export const languages: Language[] = appLanguages.map(({ code }) => code);

/** The translations of each language, read from the locale files of the app. */
export const translations = Object.fromEntries(
  languages.map((language) => [language, readTranslations(language)]),
) as Record<Language, ReturnType<typeof readTranslations>>;

function readTranslations(language: Language) {
  const folders = [`../../src/locales/${language}/`, `../../../shared/locales/${language}/`];
  const files = folders
    .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
    .flatMap((folder) => readdirSync(folder).map((file) => folder + file));
  const namespaces = Object.fromEntries(
    files.map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(file, 'utf8')) as unknown,
    ]),
  ) as unknown as Namespaces;
  return { ...namespaces, signup: { ...namespaces.signup, ...namespaces.signupSteps } };
}
