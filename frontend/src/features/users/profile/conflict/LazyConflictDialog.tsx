import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { closeOnFailure } from '#ui/lazy/loadFailures.tsx';

/** Loaded when there is a conflict. */
export const LazyConflictDialog = lazyComponent(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
  {
    Failed: closeOnFailure(({ onCancel }) => {
      onCancel();
    }),
  },
);
