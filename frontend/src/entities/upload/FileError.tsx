import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { FormError } from '#ui/form/FormError.tsx';

interface FileErrorProps {
  failure: unknown;
  id?: string;
}

/** Shows what is wrong with a file, or why it could not be uploaded. */
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

/** A code of the app, which the translations shared with the server do not contain. */
function isUnshrinkable(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'image_compression_failed';
}
