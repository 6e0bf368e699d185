import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { useErrorText } from '#i18n/errorMessage.ts';
import { Icon } from '../Icon.tsx';
import styles from './FormError.module.css';

interface FormErrorProps {
  failure: unknown;
  fallback?: string | undefined;
  id?: string | undefined;
  isSaidElsewhere?: boolean;
  /** Where nobody answered, it adds that nothing that was entered is lost. */
  keepsEntries?: boolean;
}

/** Says why the server would not take a form. Announced as soon as it appears, and stays until the next attempt. */
export function FormError({
  failure,
  fallback,
  id,
  isSaidElsewhere,
  keepsEntries = false,
}: FormErrorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    failure !== undefined && (
      <p className={styles['error']} id={id} role={isSaidElsewhere ? undefined : 'alert'}>
        <Icon className={styles['icon']} name="warning" />
        <span>
          {errorText(failure, fallback)}
          {keepsEntries && isUnanswered(failure) && ` ${t('unanswered.kept')}`}
        </span>
      </p>
    )
  );
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 0;
}
