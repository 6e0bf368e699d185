import { lazyComponent } from '../lazy/lazyComponent.tsx';
import { closeOnFailure } from '../lazy/loadFailures.tsx';

/** Asks for a confirmation. The dialog itself is MUI, and is loaded when it opens for the first time. */
export const ConfirmDialog = lazyComponent(
  async () => (await import('./ConfirmDialogPopup.tsx')).ConfirmDialogPopup,
  {
    Failed: closeOnFailure(({ onCancel }) => {
      onCancel();
    }),
  },
);
