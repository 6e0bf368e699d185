import { useTranslation } from 'react-i18next';
import type { Occupation } from '../occupations.ts';
import type { Step } from '../useSignup.ts';
import styles from './StepProgress.module.css';

interface StepProgressProps {
  step: Step;
  occupation: Occupation | null;
}

/** Which step this is, and which there are. Teachers have more of them than students (spec §4). */
export function StepProgress({ step, occupation }: StepProgressProps) {
  const { t } = useTranslation('signup');
  const steps: Step[] = [
    'details',
    'occupation',
    ...(occupation === 'teacher' ? (['teacher'] as const) : []),
  ];
  const current = steps.indexOf(step);
  return (
    <div className={styles['progress']}>
      <p className={styles['count']}>{t('step', { step: current + 1, count: steps.length })}</p>
      <ol className={styles['steps']}>
        {steps.map((id, index) => (
          <li
            aria-current={id === step ? 'step' : undefined}
            className={styles['step']}
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
