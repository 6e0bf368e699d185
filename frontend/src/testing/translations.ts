import type { CustomTypeOptions } from 'i18next';
import type { LanguageCode } from '#i18n/languages.ts';

type Areas = CustomTypeOptions['resources'];

const files: Record<string, unknown> = {
  ...import.meta.glob('../locales/*/*.json', { import: 'default', eager: true }),
  ...import.meta.glob('@shared/locales/*/errors.json', { import: 'default', eager: true }),
};

/** The words that tests look for, from where the app has them. */
export const words = { en: wordsOf('en'), fr: wordsOf('fr'), ar: wordsOf('ar') };

function wordsOf(language: LanguageCode): Areas {
  const areas = Object.entries(files).flatMap(([path, content]) => {
    const [, area] = new RegExp(`/locales/${language}/(\\w+)\\.json$`).exec(path) ?? [];
    return area ? [[area, content]] : [];
  });
  return Object.fromEntries(areas) as Areas;
}

/** A text as Testing Library reads it on the page: French has spaces that do not break, which it takes for plain ones. */
export function asRead(text: string): string {
  return text.replace(/\s+/g, ' ');
}
