import { useTranslation } from 'react-i18next';
import type { Occupation } from '../occupations.ts';
import { steps as allSteps, type Step } from '../steps.ts';
import styles from './StepProgress.module.css';

interface StepProgressProps {
  step: Step;
  occupation: Occupation | null;
}

/** The number of steps for students. */
const STUDENT_STEP_COUNT = 2;

/** The current step and the list of steps. Teachers have more steps than students (spec §4). */
export function StepProgress({ step, occupation }: StepProgressProps) {
  const { t } = useTranslation('signup');
  const steps = occupation === 'teacher' ? allSteps : allSteps.slice(0, STUDENT_STEP_COUNT);
  const current = steps.indexOf(step);
  return (
    <div className={styles.progress}>
      <p className={styles.count}>{t('step', { step: current + 1, count: steps.length })}</p>
      <ol className={styles.steps} data-many={steps.length > STUDENT_STEP_COUNT || undefined}>
        {steps.map((id, index) => (
          <li
            aria-current={id === step ? 'step' : undefined}
            className={styles.step}
            data-reached={index <= current}
            key={id}
          >
            {t(`steps.${id}`)}
          </li>
        ))}
      </ol>
    </div>
  );
}
