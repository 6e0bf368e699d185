import { lazy, Suspense } from 'react';
import type { ConflictDialogProps } from './ConflictDialog.tsx';

const ConflictDialog = lazy(async () => ({
  default: (await import('./ConflictDialog.tsx')).ConflictDialog,
}));

/** Asks which of two changes shall be. The dialog is fetched when there is something to ask. */
export function ConflictQuestion(props: ConflictDialogProps) {
  return (
    <Suspense fallback={null}>
      <ConflictDialog {...props} />
    </Suspense>
  );
}
