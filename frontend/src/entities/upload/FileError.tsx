import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { FormError } from '#ui/form/FormError.tsx';

interface FileErrorProps {
  failure: unknown;
  id?: string;
}

/** Says what is wrong with a file, or why it could not be sent. */
export function FileError({ failure, id }: FileErrorProps) {
  const { t } = useTranslation('upload');
  return (
    <FormError
      failure={failure}
      fallback={isUnshrinkable(failure) ? t('image_compression_failed') : undefined}
      id={id}
    />
  );
}

/** A code of ours, of which the words that are shared with the server know nothing. */
function isUnshrinkable(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'image_compression_failed';
}
