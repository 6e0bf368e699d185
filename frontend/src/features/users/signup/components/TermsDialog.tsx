import Dialog from '@mui/material/Dialog';
import { useTranslation } from 'react-i18next';
import { legalParts } from '#entities/legal/legalSections.ts';
import { LegalText } from '#entities/legal/LegalText.tsx';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { TermsContents } from './TermsContents.tsx';
import styles from './TermsDialog.module.css';
import { TermsSummary } from './TermsSummary.tsx';

export interface TermsDialogProps {
  open: boolean;
  hasAgreed: boolean;
  onAgreedChange: (hasAgreed: boolean) => void;
  onAgree: () => void;
  onCancel: () => void;
}

/**
 * Privacy policy and terms with a summary and their contents, and the checkbox to agree before signing up (spec §2,
 * Privacy policy and terms).
 */
export function TermsDialog({
  open,
  hasAgreed,
  onAgreedChange,
  onAgree,
  onCancel,
}: TermsDialogProps) {
  const { t } = useTranslation(['signupSteps', 'common']);
  const title = t('common:pages.privacy');
  return (
    <MuiProvider>
      <Dialog
        fullWidth
        maxWidth="sm"
        onClose={onCancel}
        open={open}
        slotProps={{ paper: { 'aria-label': title, className: styles.paper } }}
      >
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no pointer scrolls it by the arrow keys */}
        <div aria-label={title} className={styles.text} role="region" tabIndex={0}>
          <TermsSummary />
          <TermsContents />
          {legalParts.map((part) => (
            <LegalText key={part} part={part} />
          ))}
        </div>
        <label className={styles.agreement}>
          <input
            checked={hasAgreed}
            onChange={(event) => {
              onAgreedChange(event.target.checked);
            }}
            type="checkbox"
          />
          <span>{t('terms.agree')}</span>
        </label>
        <div className={styles.actions}>
          <Button variant="outlined" onClick={onCancel}>
            {t('terms.cancel')}
          </Button>
          <Button disabled={!hasAgreed} onClick={onAgree}>
            {t('terms.ok')}
          </Button>
        </div>
      </Dialog>
    </MuiProvider>
  );
}
