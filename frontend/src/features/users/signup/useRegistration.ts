import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { storeSignupBirthdate } from '#entities/user/signupBirthdate.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { signupDraft } from '#entities/session/signupDraft.ts';
import { register } from './api/register.ts';
import type { components } from '#api/schema.d.ts';
import type { Occupation } from './occupations.ts';
import type { Signup } from './useSignup.ts';
import { toRegistration } from './signupValues.ts';

/** How long the message of success stays (spec §9). */
const SUCCESS_MS = 10_000;

type TeacherPayload = components['schemas']['TeacherPayload'];
type RegistrationProps = Pick<
  Signup,
  'form' | 'hasLeft' | 'isRegistering' | 'refuse' | 'setIsRegistering'
>;

/** Makes the account of who has agreed to the terms. Who has gone elsewhere meanwhile is told there what became of it. */
export function useRegistration({
  form: { values },
  hasLeft,
  isRegistering,
  refuse,
  setIsRegistering,
}: RegistrationProps) {
  const { t } = useTranslation('signupSteps');
  const errorMessage = useErrorMessage();
  const lang = useLanguage().code;
  const navigate = useNavigate();
  const { showError, showSuccess } = useSnackbar();

  /** @param sendFiles sends what a teacher has chosen, and answers what the account takes of it. */
  return async (type: Occupation, sendFiles?: () => Promise<TeacherPayload>) => {
    // The dialog that leads here can still be pressed while it closes.
    if (isRegistering) {
      return;
    }
    const registration = toRegistration(values, type, lang);
    const { email } = registration;
    setIsRegistering(true);
    try {
      const teacher = await sendFiles?.();
      await register(lang, { ...registration, ...(teacher && { teacher }) });
    } catch (failure) {
      if (isCancelled(failure)) {
        setIsRegistering(false);
      } else if (hasLeft()) {
        showError(errorMessage(failure));
      } else {
        refuse(failure);
      }
      return;
    }
    signupDraft.clear();
    storeSignupBirthdate(email, values.birthdate);
    showSuccess(t('user_created_successfully', { email: isolatedEmail(email) }), {
      duration: SUCCESS_MS,
    });
    if (!hasLeft()) {
      void navigate('/');
    }
  };
}

/** The person has called off the sending of a file: there is nothing to tell. */
function isCancelled(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'AbortError';
}
