import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { useTranslation } from 'react-i18next';
import {
  type PasswordWarningProps,
  RefusalText,
  usePredictedRefusal,
} from '#entities/password/PasswordWarning.tsx';
import { validatePassword } from '#entities/password/passwordRules.ts';
import styles from './PasswordHelp.module.css';

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

const strengths = ['weak', 'fair', 'good', 'strong'] as const;

type Strength = (typeof strengths)[number];

/** The estimated guesses, as powers of ten, from which a password is fair, good and strong. */
const THRESHOLDS = [8, 10, 12];

/** What attackers try first in our languages. The dictionaries of zxcvbn are 220 to 610 kB each. */
const COMMON =
  'password passwort motdepasse passe azerty qwerty qwertz admin welcome bienvenue bonjour marhaba salam algerie algeria letmein iloveyou jetaime soleil football monkey dragon masar';

const estimator = new ZxcvbnFactory({ dictionary: { common: COMMON.split(' ') } });

/**
 * Estimates how hard a password is to guess, for the user's information: the rules alone decide.
 *
 * @param personal what others know of the user, such as the name and the email address.
 */
export function strengthOf(password: string, personal: string[]): Strength {
  if (validatePassword(password) !== undefined) {
    return 'weak';
  }
  // In lower case, because zxcvbn does not recognize "Aaaa" as a repetition, nor "Abcd" as a sequence.
  const { guessesLog10 } = estimator.check(password.toLowerCase(), wordsOf(personal));
  return strengths[THRESHOLDS.filter((threshold) => guessesLog10 >= threshold).length] ?? 'weak';
}

/** The words of each text, and what stands before the @ of an email address. */
function wordsOf(texts: string[]): string[] {
  return texts
    .flatMap((text) => [...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2);
}
