import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { IconButton } from '../IconButton.tsx';
import styles from './TitledDialog.module.css';
import type { Elements } from '../elements.ts';

interface TitledDialogProps {
  open: boolean;
  title: string;
  maxWidth: 'xs' | 'md';
  /** The class of the dialog. */
  paper: string | undefined;
  /** The class of the row with title and button. */
  head: string | undefined;
  onClose: () => void;
  children: Elements;
}

/** A dialog with a title and a close button. MUI restores the focus afterwards. */
export function TitledDialog(props: TitledDialogProps) {
  const { open, title, maxWidth, paper = '', head = '', onClose, children } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <MuiProvider>
      <Dialog
        aria-labelledby={id}
        fullWidth
        maxWidth={maxWidth}
        onClose={onClose}
        open={open}
        slotProps={{ paper: { className: paper } }}
      >
        <div className={`${styles.head} ${head}`}>
          <h2 className={styles.title} id={id}>
            {title}
          </h2>
          <IconButton icon="close" label={t('close')} onClick={onClose} />
        </div>
        {children}
      </Dialog>
    </MuiProvider>
  );
}
