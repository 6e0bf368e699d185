import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Icon } from '../Icon.tsx';
import styles from './FormError.module.css';

interface FormErrorProps {
  failure: unknown;
  fallback?: string | undefined;
  id?: string | undefined;
  isAnnouncedElsewhere?: boolean;
  /** Where nobody answered, it adds that nothing that was entered is lost. */
  keepsEntries?: boolean;
}

/** Says why the server would not take a form. Announced as soon as it appears, and stays until the next attempt. */
export function FormError({
  failure,
  fallback,
  id,
  isAnnouncedElsewhere,
  keepsEntries = false,
}: FormErrorProps) {
  const { t } = useTranslation();
  const errorMessage = useErrorMessage();
  return (
    failure !== undefined && (
      <p className={styles.error} id={id} role={isAnnouncedElsewhere ? undefined : 'alert'}>
        <Icon className={styles.icon} name="warning" />
        <span>
          {errorMessage(failure, fallback)}
          {keepsEntries && isUnanswered(failure) && ` ${t('unanswered.kept')}`}
        </span>
      </p>
    )
  );
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 0;
}
