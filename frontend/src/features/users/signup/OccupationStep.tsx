import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import { ProofProgress, TermsAgreement, useRegistration } from './useRegistration.tsx';
import {
  type Occupation,
  laterOccupations,
  openOccupations,
  wantedCourseIn,
} from './signupValues.ts';
import { StepTitle } from './DetailsStep.tsx';
import type { Signup } from './useSignup.ts';
import styles from './OccupationStep.module.css';
import stepStyles from './Step.module.css';

type OccupationStepProps = Pick<Signup, 'choices' | 'choose' | 'registration' | 'setStep'>;

/** Step 1: the occupation. For students it is the last step and ends with the terms (spec §4). */
export function OccupationStep({ choices, choose, registration, setStep }: OccupationStepProps) {
  const { state } = useLocation() as { state: unknown };
  // Who wants a place in a course is a student, until they say otherwise.
  const occupation = choices.occupation ?? (wantedCourseIn(state) === undefined ? null : 'student');
  const isRegistering = registration.progress !== 'entering';
  const { registerAs, isProving } = useRegistration(registration);
  const { t } = useTranslation('signupSteps');
  const title = useId();
  const [isAgreementOpen, setIsAgreementOpen] = useState(false);

  return (
    <form
      className={stepStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (occupation === 'student') {
          setIsAgreementOpen(true);
        } else if (occupation) {
          setStep('courses');
        }
      }}
    >
      <StepTitle id={title}>{t('occupation.question')}</StepTitle>
      <OccupationCards
        selected={occupation}
        disabled={isRegistering}
        labelledBy={title}
        onSelect={(selected) => {
          choose({ occupation: selected });
        }}
      />
      <div role="status">
        {isProving && <ProofProgress />}
        {isRegistering && !isProving && (
          <span className="visually-hidden">{t('creatingUser')}</span>
        )}
      </div>
      <div className={stepStyles.actions}>
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
        choices={choices}
        choose={choose}
        isOpen={isAgreementOpen}
        onAgree={() => void registerAs('student')}
        setIsOpen={setIsAgreementOpen}
      />
    </form>
  );
}

interface OccupationCardsProps {
  selected: Occupation | null;
  disabled: boolean;
  labelledBy: string;
  onSelect: (occupation: Occupation) => void;
}

/** The occupations to choose from, and a line with those that are not open yet (contract, double readings). */
function OccupationCards({ selected, disabled, labelledBy, onSelect }: OccupationCardsProps) {
  const { t } = useTranslation('signupSteps');
  const list = intlFormat('ListFormat', useLanguage().dates, { type: 'unit' });
  return (
    <>
      <div aria-labelledby={labelledBy} className={styles.cards} role="radiogroup">
        {openOccupations.map((id) => (
          <label className={styles.card} key={id}>
            <input
              aria-describedby={`${id}-text`}
              checked={id === selected}
              className={styles.radio}
              disabled={disabled}
              name="occupation"
              onChange={() => {
                onSelect(id);
              }}
              type="radio"
              value={id}
            />
            <span className={styles.name}>{t(`occupation.${id}`)}</span>
            <span className={styles.text} id={`${id}-text`}>
              {t(`occupation.${id}Text`)}
            </span>
          </label>
        ))}
      </div>
      <p className={styles.later}>
        <ComingSoon />{' '}
        <span>{list.format(laterOccupations.map((id) => t(`occupation.${id}`)))}</span>
      </p>
    </>
  );
}
