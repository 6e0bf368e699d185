import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { useUnsavedChanges } from './useUnsavedChanges.ts';

interface UnsavedChangesDialogProps {
  isDirty: boolean;
  /** Whether closing or reloading the tab also loses the changes. The default is `isDirty`. */
  warnsOnUnload?: boolean;
  /** The user discards the changes. */
  onDiscard?: () => void;
}

/** Asks before the user leaves a screen with changes that are not saved. */
export function UnsavedChangesDialog({
  isDirty,
  warnsOnUnload = isDirty,
  onDiscard,
}: UnsavedChangesDialogProps) {
  const { t } = useTranslation('unsaved');
  const { isAsking, stay, leave } = useUnsavedChanges({
    isDirty,
    warnsOnUnload,
  });
  return (
    <ConfirmDialog
      cancelLabel={t('stay')}
      confirmLabel={t('leave')}
      danger
      onCancel={stay}
      onConfirm={() => {
        onDiscard?.();
        leave();
      }}
      open={isAsking}
      title={t('title')}
    >
      {t('text')}
    </ConfirmDialog>
  );
}
