import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import type { Occupation } from '../occupations.ts';
import { useRegistration } from '../useRegistration.ts';
import type { Signup } from '../useSignup.ts';
import { OccupationCards } from './OccupationCards.tsx';
import { ProofProgress } from './ProofProgress.tsx';
import styles from './Step.module.css';
import { StepTitle } from './StepTitle.tsx';
import { TermsAgreement } from './TermsAgreement.tsx';

type OccupationStepProps = Pick<
  Signup,
  'hasAgreed' | 'occupation' | 'registration' | 'setHasAgreed' | 'setOccupation' | 'setStep'
>;

/** Step 1: the occupation. For students it is the last step and ends with the terms (spec §4). */
export function OccupationStep({
  hasAgreed,
  occupation,
  registration,
  setHasAgreed,
  setOccupation,
  setStep,
}: OccupationStepProps) {
  const { isRegistering } = registration;
  const { registerAs, isProving } = useRegistration(registration);
  const { t } = useTranslation('signupSteps');
  const title = useId();
  const [isAgreementOpen, setIsAgreementOpen] = useState(false);

  const next: Record<Occupation, () => void> = {
    student: () => {
      setIsAgreementOpen(true);
    },
    teacher: () => {
      setStep('courses');
    },
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (occupation) {
          next[occupation]();
        }
      }}
    >
      <StepTitle id={title}>{t('occupation.question')}</StepTitle>
      <OccupationCards
        selected={occupation}
        disabled={isRegistering}
        labelledBy={title}
        onSelect={setOccupation}
      />
      <div role="status">
        {isProving && <ProofProgress />}
        {isRegistering && !isProving && (
          <span className="visually-hidden">{t('creatingUser')}</span>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          disabled={isRegistering}
          variant="outlined"
          onClick={() => {
            setStep('details');
          }}
        >
          {t('back')}
        </Button>
        <Button busy={isRegistering} disabled={!occupation} type="submit">
          {isRegistering ? t('creatingUser') : t(occupation === 'student' ? 'submit' : 'next')}
        </Button>
      </div>
      <TermsAgreement
        hasAgreed={hasAgreed}
        onAgree={() => {
          setIsAgreementOpen(false);
          void registerAs('student');
        }}
        onAgreedChange={setHasAgreed}
        onCancel={() => {
          setIsAgreementOpen(false);
        }}
        open={isAgreementOpen}
      />
    </form>
  );
}
