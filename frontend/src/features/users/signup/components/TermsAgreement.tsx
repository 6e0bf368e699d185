import { useEffect } from 'react';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { closeOnFailure } from '#ui/lazy/loadFailures.tsx';
import type { TermsDialogProps } from './TermsDialog.tsx';

const LazyTermsDialog = lazyComponent(async () => (await import('./TermsDialog.tsx')).TermsDialog, {
  translations: ['legal', 'signupSteps'],
  Failed: closeOnFailure(({ onCancel }) => {
    onCancel();
  }),
});

/** Asks the user to agree to the terms. The dialog and the texts are preloaded with the step that leads to them. */
export function TermsAgreement(props: TermsDialogProps) {
  useEffect(() => {
    LazyTermsDialog.preload();
  }, []);
  return <LazyTermsDialog {...props} />;
}
