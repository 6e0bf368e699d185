import { useTranslation } from 'react-i18next';
import { languageOf, type Language } from './languages.ts';

/** The current language; re-renders when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageOf(i18n.language);
}
