import { lazyPart } from '../lazy/lazyPart.tsx';
import type { ConfirmDialogProps } from './ConfirmDialogPopup.tsx';

/** Asks before something is done. The dialog itself is MUI, and is fetched when it opens for the first time. */
export const ConfirmDialog = lazyPart<ConfirmDialogProps>(
  async () => (await import('./ConfirmDialogPopup.tsx')).ConfirmDialogPopup,
  ({ onCancel }) => {
    onCancel();
  },
);
