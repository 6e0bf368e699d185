import { useTranslation } from 'react-i18next';
import styles from './PasswordHelp.module.css';
import { strengths, strengthOf } from './passwordStrength.ts';

interface PasswordStrengthProps {
  password: string;
  /** What others know of the user, and would try first. */
  personal: string[];
}

/** The strength of a password, as a word and as bars. Loaded with its first character. */
export function PasswordStrength({ password, personal }: PasswordStrengthProps) {
  const { t } = useTranslation('signupSteps');
  const strength = strengthOf(password, personal);
  const level = strengths.indexOf(strength);
  return (
    <div className={styles.strength}>
      <div aria-hidden="true" className={styles.meter} data-strength={strength}>
        {strengths.map((step, index) => (
          <span className={styles.bar} data-filled={index <= level} key={step} />
        ))}
      </div>
      {t(`strength.${strength}`)}
    </div>
  );
}
