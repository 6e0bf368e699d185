import type errors from '@shared/locales/en/errors.json';
import type { TFunction, i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from './apiError.ts';

/**
 * The words for a failure: the translation of its code, else the server's message, else the default (spec §8).
 *
 * The code comes first because the message is in the language of the request, which may have changed since.
 */
export function errorText(
  error: unknown,
  t: TFunction<'errors'>,
  words: Pick<i18n, 'exists'>,
): string {
  if (error instanceof ApiError) {
    if (isTranslated(error.code, words)) {
      return t(error.code);
    }
    if (error.message) {
      return error.message;
    }
  }
  return t('default_error');
}

function isTranslated(
  code: string | undefined,
  words: Pick<i18n, 'exists'>,
): code is keyof typeof errors {
  return code !== undefined && words.exists(code, { ns: 'errors' });
}

/** `errorText` in the current language. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors');
  return (error) => errorText(error, t, i18n);
}
