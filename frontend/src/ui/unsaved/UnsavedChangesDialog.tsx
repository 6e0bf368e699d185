import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';

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
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A screen with steps has several history entries. Navigation between them is allowed.
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <>
      {warnsOnUnload && <UnloadWarning />}
      <ConfirmDialog
        cancelLabel={t('stay')}
        confirmLabel={t('leave')}
        danger
        onCancel={() => {
          blocker.reset?.();
        }}
        onConfirm={() => {
          onDiscard?.();
          blocker.proceed?.();
        }}
        open={blocker.state === 'blocked'}
        title={t('title')}
      >
        {t('text')}
      </ConfirmDialog>
    </>
  );
}

/** Makes the browser ask before the tab is closed or reloaded. Browsers keep no page with such a listener for going back. */
function UnloadWarning() {
  useBeforeUnload(askBrowser);
  return null;
}

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
