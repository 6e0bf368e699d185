import type { CustomTypeOptions } from 'i18next';
import { languages, type LanguageCode } from '#i18n/languages.ts';

type Namespaces = CustomTypeOptions['resources'];

const files: Record<string, unknown> = {
  ...import.meta.glob('../locales/*/*.json', { import: 'default', eager: true }),
  ...import.meta.glob('@shared/locales/*/{errors,staffErrors}.json', {
    import: 'default',
    eager: true,
  }),
};

/** The translations, from the files that the app uses. */
export const translations = Object.fromEntries(
  languages.map(({ code }) => [code, translationsOf(code)]),
) as Record<LanguageCode, Namespaces>;

function translationsOf(language: LanguageCode): Namespaces {
  const areas = Object.entries(files).flatMap(([path, content]) => {
    const [, area] = new RegExp(`/locales/${language}/(\\w+)\\.json$`).exec(path) ?? [];
    return area ? [[area, content]] : [];
  });
  return Object.fromEntries(areas) as Namespaces;
}

/** A text as Testing Library reads it: it converts the no-break spaces of French. */
export function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ');
}
