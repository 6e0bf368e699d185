import { useEffect, useEffectEvent, useTransition, type FunctionComponent } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../Notice.tsx';
import { ReloadButton } from '../ReloadButton.tsx';
import { useSnackbar } from '../snackbar/snackbarContext.ts';

export interface LoadFailedProps<Props = unknown> {
  /** How many times the user has retried. */
  retries: number;
  /** Resolves when the retry has ended. */
  onRetry: () => Promise<void>;
  /** The props of the component that could not be loaded. */
  props: Props;
}

/** Replaces a component that could not be loaded, and offers to retry. */
export function RetryNotice({ retries, onRetry }: LoadFailedProps) {
  const { t } = useTranslation();
  const [isRetrying, startRetrying] = useTransition();
  return (
    <>
      <Notice
        isRetrying={isRetrying}
        onRetry={() => {
          startRetrying(onRetry);
        }}
        retries={retries}
        title={t('partFailed')}
      />
      {/* A new release may have removed the file. A reload keeps what was entered, except passwords and files. */}
      {retries > 0 && <ReloadButton variant="outlined" />}
    </>
  );
}

/** For decoration: shows nothing. */
export function NoNotice() {
  return null;
}

/** For dialogs and menus: the snackbar reports the failure, and `close` notifies the owner. Opening it again retries. */
export function closeOnFailure<Props>(
  close: (props: Props) => void,
): FunctionComponent<LoadFailedProps<Props>> {
  return function FailureSnackbar({ props }) {
    const { t } = useTranslation();
    const { showError } = useSnackbar();
    const onFailed = useEffectEvent(() => {
      showError(t('partFailed'));
      close(props);
    });

    useEffect(() => {
      onFailed();
    }, []);
    return null;
  };
}

/** For dialogs and menus that their owner closes with `onClose`. */
export const CloseOnFailure = closeOnFailure<{ onClose: () => void }>(({ onClose }) => {
  onClose();
});
