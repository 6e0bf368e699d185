import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';

interface RemoveFileProps {
  kind: 'photo' | 'video';
  remove: () => Promise<void>;
  onRemoved: () => void;
}

/** Deletes an optional file of a profile after a confirmation: so its consent is withdrawn where it was given. */
export function RemoveFile({ kind, remove, onRemoved }: RemoveFileProps) {
  const { t } = useTranslation('profileFiles');
  const removal = useConfirmedAction(remove, { onDone: onRemoved });

  return (
    <>
      <Button
        variant="quiet"
        onClick={() => {
          removal.ask();
        }}
      >
        {t(`${kind}.remove`)}
      </Button>
      <ConfirmDialog
        cancelLabel={t(`${kind}.keep`)}
        confirmLabel={t(`${kind}.remove`)}
        danger
        title={t(`${kind}.removeTitle`)}
        {...removal.dialog}
      >
        {t(`${kind}.removeText`)}
      </ConfirmDialog>
    </>
  );
}
