import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './SettingsSection.module.css';

interface FormActionsProps {
  isSubmitting: boolean;
  submitLabel: string;
  onCancel: () => void;
}

/** The buttons of a form in the settings, to submit and to cancel. */
export function FormActions({ isSubmitting, submitLabel, onCancel }: FormActionsProps) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.actions}>
      <Button busy={isSubmitting} type="submit">
        {submitLabel}
      </Button>
      <Button onClick={onCancel} variant="outlined">
        {t('settings.cancel')}
      </Button>
    </div>
  );
}
