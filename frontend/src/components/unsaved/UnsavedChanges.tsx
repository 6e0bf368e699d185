import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { useLeaveGuard } from './useLeaveGuard.ts';

/** Asks before the person leaves a screen with changes that are not saved. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation();
  const { isAsking, stay, leave } = useLeaveGuard(isDirty);
  return (
    <ConfirmDialog
      cancelLabel={t('unsaved.stay')}
      confirmLabel={t('unsaved.leave')}
      danger
      onCancel={stay}
      onConfirm={leave}
      open={isAsking}
      title={t('unsaved.title')}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  );
}
