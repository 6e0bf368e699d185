import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { signupReturnPath } from '#entities/session/pendingSignup.ts';
import { Card } from '#ui/Card.tsx';
import styles from './PendingSignupCard.module.css';
import { LoginAfterVerification } from './components/LoginAfterVerification.tsx';
import { PendingSignupSteps } from './components/PendingSignupSteps.tsx';
import { usePendingSignup } from './usePendingSignup.ts';

/** On the home screen, to which a sign-up leads (spec §4): what to do next, for as long as the email address is not verified. */
export function PendingSignupCard() {
  const { t } = useTranslation('checkEmail');
  const id = useId();
  const [signup, update] = usePendingSignup();
  return (
    signup && (
      <div className={styles.place}>
        <Card aria-labelledby={id} as="section" className={styles.card}>
          <h2 id={id}>{t('title')}</h2>
          <PendingSignupSteps onChange={update} signup={signup} />
          <LoginAfterVerification email={signup.email} state={{ from: signupReturnPath.read() }} />
        </Card>
      </div>
    )
  );
}
