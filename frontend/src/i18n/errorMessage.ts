import type errors from '@shared/locales/en/errors.json';
import type { TFunction, i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';

/**
 * Returns the message for an error: the translation of its code, else the server's message, else the fallback
 * (spec §8), which is `default_error` by default. When even the translations could not be loaded, the
 * connection has failed.
 *
 * The code comes first, because the server's message is in the language of the request, which may have changed
 * since.
 */
export function errorMessage(
  error: unknown,
  t: TFunction<['errors', 'common']>,
  i18next: Pick<i18n, 'exists'>,
  fallback = isTranslated('default_error', i18next)
    ? t('errors:default_error')
    : t('common:partFailed'),
): string {
  if (error instanceof ApiError) {
    if (error.code === 'offline' || error.code === 'timeout') {
      return t(`common:unanswered.${error.code}`);
    }
    if (error.code === 'internal_error' && error.requestId) {
      return t('common:withReference', {
        message: t('errors:internal_error'),
        id: error.requestId,
      });
    }
    if (isTranslated(error.code, i18next)) {
      return t(error.code);
    }
    if (error.message) {
      return error.message;
    }
  }
  return fallback;
}

function isTranslated(
  code: string | undefined,
  i18next: Pick<i18n, 'exists'>,
): code is keyof typeof errors {
  return code !== undefined && i18next.exists(code, { ns: 'errors' });
}

export function useErrorMessage(): (error: unknown, fallback?: string) => string {
  const { i18n } = useTranslation();
  return (error, fallback) =>
    errorMessage(error, i18n.getFixedT(null, ['errors', 'common']), i18n, fallback);
}
