import { useTranslation } from 'react-i18next';
import type { PasswordWarningProps } from '#entities/password/PasswordWarning.tsx';
import { RefusalText } from '#entities/password/RefusalText.tsx';
import { usePredictedRefusal } from '#entities/password/usePredictedRefusal.ts';
import styles from './PasswordHelp.module.css';
import { strengths, strengthOf } from './passwordStrength.ts';

/** The strength of a password, as a word and as bars, and why the server would refuse it. Loaded with its first character. */
export function PasswordStrength({ password, owner, shownError }: PasswordWarningProps) {
  const { t } = useTranslation('signupSteps');
  const { fullname, email } = owner;
  const refusal = usePredictedRefusal(password, fullname, email);
  const strength = refusal ? 'weak' : strengthOf(password, [fullname, email]);
  const level = strengths.indexOf(strength);
  return (
    <div className={styles.strength}>
      <div aria-hidden="true" className={styles.meter} data-strength={strength}>
        {strengths.map((step, index) => (
          <span className={styles.bar} data-filled={index <= level} key={step} />
        ))}
      </div>
      <span>{t(`strength.${strength}`)}</span>
      {refusal && refusal !== shownError && <RefusalText refusal={refusal} />}
    </div>
  );
}
