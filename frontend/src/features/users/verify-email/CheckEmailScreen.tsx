import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { pendingSignup, type PendingSignup } from '#entities/session/pendingSignup.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { withoutStep } from '#ui/steps/useSteps.ts';
import { TextLink } from '#ui/TextLink.tsx';
import { NewLinkForm } from './components/NewLinkForm.tsx';
import { PendingSignupSteps } from './components/PendingSignupSteps.tsx';

/**
 * Stays after a sign-up until the email address is verified (spec §4, Signup). A reload keeps it. In a tab without a
 * sign-up, it has a form that requests a link for an email address.
 */
export function CheckEmailScreen() {
  const { t } = useTranslation(['checkEmail', 'common']);
  /** It has the path to which a login returns. */
  const { state } = useLocation() as { state: unknown };
  const [signup, setSignup] = useState(() => pendingSignup.read());

  const update = (changed: PendingSignup) => {
    pendingSignup.write(changed);
    setSignup(changed);
  };

  return (
    <FormScreen
      links={
        <p>
          <span>{t('confirmed')}</span>{' '}
          <TextLink
            state={{ ...withoutStep(state), ...(signup && { email: signup.email }) }}
            to="/login"
          >
            {t('common:pages.login')}
          </TextLink>
        </p>
      }
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
