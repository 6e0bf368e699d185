import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { signupReturnPath } from '#entities/session/pendingSignup.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { withoutStep } from '#ui/steps/useSteps.ts';
import {
  LoginAfterVerification,
  PendingSignupSteps,
  usePendingSignup,
} from './PendingSignupSteps.tsx';
import { NewLinkForm } from './NewLinkForm.tsx';
import styles from './CheckEmailScreen.module.css';

/**
 * What the card on the home screen shows after a sign-up, at an address of its own. In a tab without a sign-up, it has a form that requests
 * a link for an email address.
 */
export function CheckEmailScreen() {
  const { t } = useTranslation('checkEmail');
  /** It has the path to which a login returns. */
  const { state } = useLocation() as { state: unknown };
  const [signup, update] = usePendingSignup();

  return (
    <FormScreen
      links={<LoginAfterVerification email={signup?.email} state={withoutStep(state)} />}
      title={t('title')}
    >
      {signup ? (
        <PendingSignupSteps onChange={update} signup={signup} />
      ) : (
        <>
          <p>{t('unknown')}</p>
          <NewLinkForm />
          <ButtonLink to="/signup" variant="outlined">
            {t('signup')}
          </ButtonLink>
        </>
      )}
    </FormScreen>
  );
}

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
