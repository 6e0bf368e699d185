import { lazyPart } from '#ui/lazy/lazyPart.tsx';
import type { ConflictDialogProps } from './ConflictDialog.tsx';

/** Asks which of two changes shall be. The dialog is fetched when there is something to ask. */
export const LazyConflictDialog = lazyPart<ConflictDialogProps>(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
  ({ onCancel }) => {
    onCancel();
  },
);
