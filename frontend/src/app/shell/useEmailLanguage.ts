import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { setEmailLanguage } from '#entities/user/api.ts';
import { languageOf } from '#i18n/languages.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';

/**
 * Makes the language that a signed-in user chooses here that of emails, too. Nothing else changes it: a page may be in the language of a link
 * or of a borrowed device.
 */
export function useEmailLanguage(): void {
  const { i18n } = useTranslation();
  const { showError } = useSnackbar();

  const follow = useEffectEvent((code: string) => {
    setEmailLanguage(languageOf(code).code).catch(() => {
      showError(i18n.t('emailLanguageFailed'));
    });
  });

  useEffect(() => {
    const onChosen = (code: string) => {
      follow(code);
    };
    i18n.on('languageChanged', onChosen);
    return () => {
      i18n.off('languageChanged', onChosen);
    };
  }, [i18n]);
}
