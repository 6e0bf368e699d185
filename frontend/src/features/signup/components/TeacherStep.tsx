import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import type { Signup } from '../useSignup.ts';
import styles from './Step.module.css';
import { StepTitle } from './StepTitle.tsx';

/** Where the steps of teachers will begin. Until they do, it says so and leads back. */
export function TeacherStep({ setStep }: Pick<Signup, 'setStep'>) {
  const { t } = useTranslation(['signupSteps', 'common']);
  return (
    <div className={styles['form']}>
      <StepTitle>{t('teacher.title')}</StepTitle>
      <p className={styles['text']}>{t('teacher.text')}</p>
      <div className={styles['actions']}>
        <ButtonLink look="outlined" to="/">
          {t('common:backToHome')}
        </ButtonLink>
        <Button
          onClick={() => {
            setStep('occupation');
          }}
        >
          {t('teacher.otherOccupation')}
        </Button>
      </div>
    </div>
  );
}
