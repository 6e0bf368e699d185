import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/classNames.ts';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import type { Elements } from '../elements.ts';
import { IconButton } from '../Button.tsx';
import styles from './AppDialog.module.css';

interface AppDialogProps {
  open: boolean;
  /** The name of the dialog, and its heading. */
  title: string;
  /** The dialog has other headings: the title is its name for screen readers only. */
  isTitleHidden?: boolean;
  maxWidth?: 'xs' | 'sm' | 'md';
  /** The class of the dialog. */
  paper: string | undefined;
  /** The id of the element that describes the dialog. */
  describedBy?: string;
  /** Screen readers read all of the dialog at once. */
  isAlert?: boolean;
  /** The class of the row of the title and a button that closes the dialog. Without it, there is no such button. */
  head?: string | undefined;
  /** Called by Escape, a click beside the dialog, and the close button. Without it, only what the dialog contains closes it. */
  onClose?: () => void;
  children: Elements;
}

/** A dialog. MUI restores the focus afterwards. */
export function AppDialog({
  open,
  title,
  isTitleHidden = false,
  maxWidth = 'xs',
  paper = '',
  describedBy,
  isAlert = false,
  head,
  onClose,
  children,
}: AppDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const heading = (
    <h2 className={styles.title} id={id}>
      {title}
    </h2>
  );
  return (
    <MuiProvider>
      <Dialog
        aria-describedby={describedBy}
        aria-labelledby={isTitleHidden ? undefined : id}
        fullWidth
        maxWidth={maxWidth}
        onClose={onClose}
        open={open}
        {...(isAlert && { role: 'alertdialog' })}
        slotProps={{
          paper: { className: paper, ...(isTitleHidden && { 'aria-label': title }) },
        }}
      >
        {!isTitleHidden && head === undefined && heading}
        {head !== undefined && (
          <div className={classNames(styles.head, head)}>
            {heading}
            <IconButton icon="close" label={t('close')} onClick={onClose} />
          </div>
        )}
        {children}
      </Dialog>
    </MuiProvider>
  );
}
