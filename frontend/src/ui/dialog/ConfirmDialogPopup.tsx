import Dialog from '@mui/material/Dialog';
import { useId, type ReactNode } from 'react';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { Button } from '../Button.tsx';
import styles from './ConfirmDialog.module.css';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The way on. Where there is only this one, the dialog tells something and asks nothing. */
  confirmLabel: string;
  cancelLabel?: string;
  /** What the person agrees to cannot be undone. */
  danger?: boolean;
  /** What was agreed to is being done: the dialog stays until it is. */
  busy?: boolean;
  onConfirm: () => void;
  /** Also by Escape and by a press beside the dialog. */
  onCancel: () => void;
}

/** The dialog of a `ConfirmDialog`. The careful answer has the focus, and MUI gives it back afterwards. */
export function ConfirmDialogPopup(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel, danger, busy = false } = props;
  const id = useId();
  const cancel = () => {
    if (!busy) {
      props.onCancel();
    }
  };
  return (
    <MuiProvider>
      <Dialog
        aria-describedby={`${id}text`}
        aria-labelledby={`${id}title`}
        fullWidth
        maxWidth="xs"
        onClose={cancel}
        open={open}
        role="alertdialog"
        slotProps={{ paper: { className: styles.paper } }}
      >
        <h2 className={styles.title} id={`${id}title`}>
          {title}
        </h2>
        <div className={styles.text} id={`${id}text`}>
          {children}
        </div>
        <div className={styles.actions}>
          {cancelLabel && (
            // eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus; this is where
            <Button autoFocus look="outlined" onClick={cancel}>
              {cancelLabel}
            </Button>
          )}
          <Button
            // eslint-disable-next-line jsx-a11y/no-autofocus -- as above, where there is nothing to cancel
            autoFocus={!cancelLabel}
            busy={busy}
            look={danger ? 'danger' : 'filled'}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </div>
      </Dialog>
    </MuiProvider>
  );
}
