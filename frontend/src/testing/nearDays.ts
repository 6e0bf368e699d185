import type { LanguageCode } from '#i18n/languages.ts';

/** Today and tomorrow, as the app writes them in place of a date. */
export const nearDays: Record<LanguageCode, [today: string, tomorrow: string]> = {
  en: ['today', 'tomorrow'],
  fr: ['aujourd’hui', 'demain'],
  ar: ['اليوم', 'غدًا'],
};
