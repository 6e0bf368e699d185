import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  title: string;
  /** Why it failed. */
  error?: unknown;
  onRetry: () => void;
  isRetrying?: boolean;
  /** Another number announces the text again. */
  retries?: number;
}

/**
 * Shows what failed and why, and offers to retry. Announced when it appears. When it disappears with its focused button, the heading
 * above it takes the focus.
 */
export function Notice({ title, error, onRetry, isRetrying = false, retries }: NoticeProps) {
  const { t } = useTranslation();
  const errorMessage = useErrorMessage();
  const notice = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = notice.current;
    return () => {
      if (element?.contains(document.activeElement)) {
        focusHeadingAbove(element);
      }
    };
  }, []);

  return (
    <div className={styles.notice} ref={notice} role="alert">
      <Icon className={styles.icon} name="warning" size={24} />
      <div className={styles.text} key={retries}>
        <p className={styles.title}>{title}</p>
        {error !== undefined && <p>{errorMessage(error)}</p>}
      </div>
      <Button busy={isRetrying} variant="outlined" onClick={onRetry}>
        <Icon name="retry" size={18} />
        <span>{t('retry')}</span>
      </Button>
    </div>
  );
}

/** Focuses the heading of the section or dialog, or the title of the screen. */
function focusHeadingAbove(element: HTMLElement): void {
  const part = element.closest('section, [role=dialog]');
  const heading =
    part?.querySelector<HTMLElement>('h2, h3') ?? document.querySelector<HTMLElement>('h1');
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
}

/** What the hook reads of a query of TanStack Query. */
interface Query {
  error: Error | null;
  errorUpdateCount: number;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A failure with the props of `Notice` that show it. */
interface QueryFailure {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
  retries: number;
}

/**
 * Why a query failed, until another attempt has succeeded. The query itself forgets its error when it starts again without data, so
 * the notice would disappear with its focused button. The failure is also forgotten when the query is one about something else: `of`.
 */
export function useQueryFailure(query: Query, of?: string | null): QueryFailure | null {
  const { error: current, errorUpdateCount, isFetching, refetch } = query;
  const [last, setLast] = useState({ error: current, of });
  const error = current ?? (isFetching && last.of === of ? last.error : null);
  if (error !== last.error || of !== last.of) {
    setLast({ error, of });
  }
  return (
    error && {
      error,
      isRetrying: isFetching,
      onRetry: () => void refetch(),
      retries: errorUpdateCount,
    }
  );
}
