import { useTranslation } from 'react-i18next';
import styles from './PasswordHelp.module.css';
import { strengths, strengthOf } from './passwordStrength.ts';

interface PasswordStrengthProps {
  password: string;
  /** What others know of the person, and would try. */
  personal: string[];
}

/** How hard a password is to guess, in a word and as bars. Fetched with the first letter of one. */
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
