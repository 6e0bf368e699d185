import { useTranslation } from 'react-i18next';
import { changeLanguage } from '#i18n/i18n.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useSnackbar } from './snackbar/snackbarContext.ts';

/** Changes the language, or shows in the current one that it could not be changed. */
export function useChangeLanguage(): (code: LanguageCode) => void {
  const { t } = useTranslation();
  const { showError } = useSnackbar();
  return (code) => {
    changeLanguage(code).catch(() => {
      showError(t('languageFailed'));
    });
  };
}
