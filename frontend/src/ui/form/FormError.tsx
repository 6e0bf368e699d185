import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Icon } from '../Icon.tsx';
import styles from './FormError.module.css';

interface FormErrorProps {
  /** Null and undefined are none. */
  failure: unknown;
  fallback?: string | undefined;
  id?: string | undefined;
  isAnnouncedElsewhere?: boolean;
  /** Moves the focus to the message, which scrolls it into view. */
  takesFocus?: boolean;
  /** Without a response, adds that the entered data is not lost. */
  keepsEntries?: boolean;
}

/** Shows why the server rejected a form. Screen readers announce it at once. It stays until the next attempt. */
export function FormError({
  failure,
  fallback,
  id,
  isAnnouncedElsewhere,
  takesFocus = false,
  keepsEntries = false,
}: FormErrorProps) {
  const { t } = useTranslation();
  const errorMessage = useErrorMessage();
  const message = useRef<HTMLParagraphElement>(null);
  const hasFailed = failure !== undefined && failure !== null;

  // After the layout effect of a step, which focuses its title.
  useEffect(() => {
    if (takesFocus && hasFailed) {
      message.current?.focus();
    }
  }, [takesFocus, hasFailed, failure]);

  return (
    hasFailed && (
      <p
        className={styles.error}
        id={id}
        ref={message}
        role={isAnnouncedElsewhere ? undefined : 'alert'}
        tabIndex={takesFocus ? -1 : undefined}
      >
        <Icon className={styles.icon} name="warning" />
        <span>
          {errorMessage(failure, fallback) +
            (keepsEntries && isUnanswered(failure) ? ` ${t('unanswered.kept')}` : '')}
        </span>
      </p>
    )
  );
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 0;
}
