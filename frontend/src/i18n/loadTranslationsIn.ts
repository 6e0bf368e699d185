import i18next, { type FlatNamespace } from 'i18next';
import type { LanguageCode } from './languages.ts';

/** Loads a namespace in a language that need not be the current one. Fails when it cannot be loaded. */
export async function loadTranslationsIn(
  language: LanguageCode,
  namespace: FlatNamespace,
): Promise<void> {
  // i18next continues without translations that it could not load, and never retries.
  if (!i18next.hasResourceBundle(language, namespace)) {
    await i18next.reloadResources([language], [namespace]);
  }
  if (!i18next.hasResourceBundle(language, namespace)) {
    throw new Error(`There are no translations in ${language} for ${namespace}.`);
  }
}
