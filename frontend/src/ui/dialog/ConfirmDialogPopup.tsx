import { useId, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { AppDialog } from './AppDialog.tsx';
import styles from './ConfirmDialog.module.css';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The label of the confirming button. Without `cancelLabel`, the dialog only informs. */
  confirmLabel: string;
  cancelLabel?: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** The action is in progress: the dialog stays open. */
  busy?: boolean;
  onConfirm: () => void;
  /** Also called by Escape and by a click beside the dialog. */
  onCancel: () => void;
}

/** The dialog of a `ConfirmDialog`. The cancelling button has the focus at first, and MUI restores it afterwards. */
export function ConfirmDialogPopup(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel, danger, busy = false } = props;
  const id = useId();
  const cancel = () => {
    if (!busy) {
      props.onCancel();
    }
  };
  return (
    <AppDialog
      describedBy={`${id}text`}
      isAlert
      onClose={cancel}
      open={open}
      paper={styles.paper}
      title={title}
    >
      <div className={styles.text} id={`${id}text`}>
        {children}
      </div>
      <div className={styles.actions}>
        {cancelLabel && (
          // eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus; this is where
          <Button autoFocus variant="outlined" onClick={cancel}>
            {cancelLabel}
          </Button>
        )}
        <Button
          // eslint-disable-next-line jsx-a11y/no-autofocus -- as above, where there is nothing to cancel
          autoFocus={!cancelLabel}
          busy={busy}
          variant={danger ? 'danger' : 'filled'}
          onClick={props.onConfirm}
        >
          {confirmLabel}
        </Button>
      </div>
    </AppDialog>
  );
}
