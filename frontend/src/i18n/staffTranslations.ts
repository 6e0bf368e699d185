import type { TranslationLoaders } from './i18n.ts';

/** The texts of the pages of staff. Their list would be a third of the one that everybody downloads. */
export const staffTranslations: TranslationLoaders = {
  ...import.meta.glob<Record<string, unknown>>('../locales/*/staff*.json', { import: 'default' }),
  ...import.meta.glob<Record<string, unknown>>('@shared/locales/*/staffErrors.json', {
    import: 'default',
  }),
};
