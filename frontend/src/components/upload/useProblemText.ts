import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/apiError.ts';
import { useErrorText } from '../../api/errorText.ts';

/** The words for what is wrong with a file: the server's codes, and one of which the server knows nothing. */
export function useProblemText(): (failure: unknown) => string {
  const { t } = useTranslation('upload');
  const errorText = useErrorText();
  return (failure) =>
    failure instanceof ApiError && failure.code === 'image_compression_failed'
      ? t('image_compression_failed')
      : errorText(failure);
}
