import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import styles from './Step.module.css';
import { StepTitle } from './StepTitle.tsx';
import type { Elements } from '#ui/elements.ts';

interface StepFormProps {
  title: string;
  text: string;
  onBack: () => void;
  onNext: () => void;
  nextLabel: string;
  /** The step's input is missing. */
  isIncomplete: boolean;
  /** Why the registration failed. A snackbar announces it too. */
  failure: unknown;
  children: Elements;
}

/** A step with its heading and its buttons. */
export function StepForm(props: StepFormProps) {
  const { t } = useTranslation('signupSteps');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.isIncomplete) {
          props.onNext();
        }
      }}
    >
      <div>
        <StepTitle>{props.title}</StepTitle>
        <p className={styles.text}>{props.text}</p>
      </div>
      {props.children}
      <FormError failure={props.failure} isAnnouncedElsewhere keepsEntries takesFocus />
      <div className={styles.actions}>
        <Button variant="outlined" onClick={props.onBack}>
          {t('back')}
        </Button>
        <Button disabled={props.isIncomplete} type="submit">
          {props.nextLabel}
        </Button>
      </div>
    </form>
  );
}
