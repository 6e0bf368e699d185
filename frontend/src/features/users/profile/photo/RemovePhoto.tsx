import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';

interface RemovePhotoProps {
  remove: () => Promise<void>;
  onRemoved: () => void;
}

/** Deletes the photo of a profile after a confirmation. */
export function RemovePhoto({ remove, onRemoved }: RemovePhotoProps) {
  const { t } = useTranslation('profileFiles');
  const errorMessage = useErrorMessage();
  const { showError } = useSnackbar();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const confirm = async () => {
    setIsBusy(true);
    try {
      await remove();
      onRemoved();
    } catch (failure) {
      showError(errorMessage(failure));
    }
    setIsBusy(false);
    setIsConfirming(false);
  };

  return (
    <>
      <Button
        variant="quiet"
        onClick={() => {
          setIsConfirming(true);
        }}
      >
        {t('photo.remove')}
      </Button>
      <ConfirmDialog
        busy={isBusy}
        cancelLabel={t('photo.keep')}
        confirmLabel={t('photo.remove')}
        danger
        onCancel={() => {
          setIsConfirming(false);
        }}
        onConfirm={() => void confirm()}
        open={isConfirming}
        title={t('photo.removeTitle')}
      >
        {t('photo.removeText')}
      </ConfirmDialog>
    </>
  );
}
