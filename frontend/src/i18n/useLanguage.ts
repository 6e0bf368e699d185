import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf, type Language } from './languages.ts';
import { onDatesChanged } from './readerCountry.ts';

/** The current language; re-renders when it changes, or its dates do. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  const read = () => languageOf(i18n.language);
  return useSyncExternalStore(onDatesChanged, read, read);
}
