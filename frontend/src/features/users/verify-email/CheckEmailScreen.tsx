import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { withoutStep } from '#ui/steps/useSteps.ts';
import { LoginAfterVerification } from './components/LoginAfterVerification.tsx';
import { NewLinkForm } from './components/NewLinkForm.tsx';
import { PendingSignupSteps } from './components/PendingSignupSteps.tsx';
import { usePendingSignup } from './usePendingSignup.ts';

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
