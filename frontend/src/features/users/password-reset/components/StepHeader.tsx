import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import styles from './StepHeader.module.css';

interface StepHeaderProps {
  /** Starts at 1. */
  step: number;
  steps: number;
  onBack: () => void;
}

/** The number of the current step, and the link back. */
export function StepHeader({ step, steps, onBack }: StepHeaderProps) {
  const { t } = useTranslation(['signIn', 'common']);
  return (
    <div className={styles.header}>
      <Button className={styles.back} variant="quiet" onClick={onBack}>
        <Icon className={styles.arrow} name="back" size={18} />
        <span>{t('common:navigation.back')}</span>
      </Button>
      <p className={styles.step}>{t('step', { step, steps })}</p>
    </div>
  );
}
