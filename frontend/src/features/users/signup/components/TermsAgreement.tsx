import { useEffect } from 'react';
import { fetchAhead, lazyPart } from '#ui/lazy/lazyPart.tsx';
import { withWords } from '#ui/lazy/withWords.ts';
import type { TermsDialogProps } from './TermsDialog.tsx';

const loadDialog = withWords(
  ['legal', 'signupSteps'],
  async () => (await import('./TermsDialog.tsx')).TermsDialog,
);

const LazyTermsDialog = lazyPart<TermsDialogProps>(loadDialog, ({ onCancel }) => {
  onCancel();
});

/** Asks to agree to the terms. The dialog and their text are fetched with the step that leads to them. */
export function TermsAgreement(props: TermsDialogProps) {
  useEffect(() => {
    fetchAhead(loadDialog);
  }, []);
  return <LazyTermsDialog {...props} />;
}
