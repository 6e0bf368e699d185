import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { ApiError } from '#lib/apiError.ts';

/** Translates the code of a field's error. */
export function useFieldErrorMessage(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation('errors');
  const errorMessage = useErrorMessage();
  return (code) => code && errorMessage(new ApiError({ code, status: 400 }), t('default_error'));
}
