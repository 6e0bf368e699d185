import { lazyPart } from '../../../components/part/lazyPart.tsx';
import { withWords } from '../../../components/part/withWords.ts';
import type { TermsDialogProps } from './TermsDialog.tsx';

/** Asks to agree to the terms. The dialog and their text are fetched when it opens for the first time. */
export const TermsAgreement = lazyPart<TermsDialogProps>(
  withWords(['legal', 'signupSteps'], async () => (await import('./TermsDialog.tsx')).TermsDialog),
  ({ onCancel }) => {
    onCancel();
  },
);
