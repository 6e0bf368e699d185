import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { keepBirthdate } from '../../components/birthdate/keptBirthdate.ts';
import { useSnackbar } from '../../components/snackbar/snackbarContext.ts';
import { isolatedEmail } from '../../i18n/isolate.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { signupDraft } from '../../session/signupDraft.ts';
import { register } from './api/register.ts';
import type { Occupation } from './occupations.ts';
import type { Signup } from './useSignup.ts';
import { registrationOf } from './values.ts';

/** How long the message of success stays (spec §9). */
const SUCCESS_MS = 10_000;

/** Makes the account of who has agreed to the terms. */
export function useRegistration({ form: { values }, refuse }: Pick<Signup, 'form' | 'refuse'>) {
  const { t } = useTranslation('signupSteps');
  const lang = useLanguage().code;
  const navigate = useNavigate();
  const { showSuccess } = useSnackbar();
  const [isRegistering, setIsRegistering] = useState(false);

  const registerAs = async (type: Occupation) => {
    const registration = registrationOf(values, type);
    const { email } = registration;
    setIsRegistering(true);
    try {
      await register(lang, registration);
      signupDraft.forget();
      keepBirthdate(email, values.birthdate);
      showSuccess(t('user_created_successfully', { email: isolatedEmail(email) }), {
        duration: SUCCESS_MS,
      });
      void navigate('/');
    } catch (failure) {
      refuse(failure);
    }
  };

  return { isRegistering, registerAs };
}
