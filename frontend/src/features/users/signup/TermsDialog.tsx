import { useTranslation } from 'react-i18next';
import { LegalText } from '#entities/legal/LegalText.tsx';
import { legalParts, legalSections } from '#entities/legal/legalSections.ts';
import { Button } from '#ui/Button.tsx';
import { AppDialog } from '#ui/dialog/AppDialog.tsx';
import styles from './TermsDialog.module.css';

interface TermsDialogProps {
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
    <AppDialog
      isTitleHidden
      maxWidth="sm"
      onClose={onCancel}
      open={open}
      paper={styles.paper}
      title={title}
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
    </AppDialog>
  );
}

/** The contents of both texts. Closed at first, so that the texts begin on the first screen. */
function TermsContents() {
  const { t } = useTranslation('legal');
  return (
    <details className={styles.contents}>
      <summary className={styles.contentsTitle}>{t('contents')}</summary>
      {legalParts.map((part) => (
        <div key={part}>
          <p className={styles.part}>{t(`parts.${part}.title`)}</p>
          <ol className={styles.sections}>
            {legalSections[part].map((id) => (
              <li key={id}>
                <button
                  className={styles.section}
                  onClick={() => {
                    goTo(id);
                  }}
                  type="button"
                >
                  {t(`sections.${id}.title`)}
                </button>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </details>
  );
}

/** A link to a fragment would add a history entry, which the steps of the form do not expect. */
function goTo(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

const points = ['price', 'data', 'control', 'binding'] as const;

/** What privacy policy and terms say, in four points. Only the texts themselves are binding. */
function TermsSummary() {
  const { t } = useTranslation('signupSteps');
  return (
    <section className={styles.summary}>
      <h2 className={styles.summaryTitle}>{t('terms.summary.title')}</h2>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{t(`terms.summary.${point}`)}</li>
        ))}
      </ul>
    </section>
  );
}
