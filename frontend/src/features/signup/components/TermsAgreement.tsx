import { lazy, Suspense, useState } from 'react';
import type { TermsDialogProps } from './TermsDialog.tsx';

const TermsDialog = lazy(async () => ({
  default: (await import('./TermsDialog.tsx')).TermsDialog,
}));

/** Asks to agree to the terms. The dialog and their text are fetched when it opens for the first time. */
export function TermsAgreement(props: TermsDialogProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.open && !wasOpened) {
    setWasOpened(true);
  }
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <TermsDialog {...props} />
      </Suspense>
    )
  );
}
