import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';

export interface DialogContent {
  title: string;
  text: string;
}

interface ResultDialogProps {
  /** Null while there is nothing to show. */
  content: DialogContent | null;
  onClose: () => void;
}

/** Shows the result of an action. The text stays while the dialog closes. */
export function ResultDialog({ content, onClose }: ResultDialogProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(content);
  if (content && content !== shown) {
    setShown(content);
  }
  return (
    <ConfirmDialog
      confirmLabel={t('close')}
      onCancel={onClose}
      onConfirm={onClose}
      open={content !== null}
      title={shown?.title ?? ''}
    >
      {shown?.text}
    </ConfirmDialog>
  );
}
