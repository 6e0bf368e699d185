import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { useLeaveGuard } from './useUnsavedChanges.ts';

interface UnsavedChangesProps {
  isDirty: boolean;
  /** Closing or reloading the tab loses something too, unless told. */
  isLostByReload?: boolean;
  /** The person gives the changes up. */
  onLeave?: () => void;
}

/** Asks before the person leaves a screen with changes that are not saved. */
export function UnsavedChanges({
  isDirty,
  isLostByReload = isDirty,
  onLeave,
}: UnsavedChangesProps) {
  const { t } = useTranslation();
  const { isAsking, stay, leave } = useLeaveGuard({
    isActive: isDirty,
    asksBrowser: isLostByReload,
  });
  return (
    <ConfirmDialog
      cancelLabel={t('unsaved.stay')}
      confirmLabel={t('unsaved.leave')}
      danger
      onCancel={stay}
      onConfirm={() => {
        onLeave?.();
        leave();
      }}
      open={isAsking}
      title={t('unsaved.title')}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  );
}
