import {
  useEffect,
  useEffectEvent,
  useTransition,
  type FunctionComponent,
  type ComponentProps,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../Notice.tsx';
import { useSnackbar } from '../snackbar/snackbarContext.ts';
import { Button } from '../Button.tsx';

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

/** Moves the focus to an element when it mounts: the button that had the focus is gone. */
export function FocusOnMount({ selector }: { selector: string }) {
  useEffect(() => {
    document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [selector]);
  return null;
}

/** Reloads the page, where a retry does not help. */
export function ReloadButton({ variant }: Pick<ComponentProps<typeof Button>, 'variant'>) {
  const { t } = useTranslation();
  return (
    <Button
      {...(variant && { variant })}
      onClick={() => {
        window.location.reload();
      }}
    >
      {t('crash.reload')}
    </Button>
  );
}
