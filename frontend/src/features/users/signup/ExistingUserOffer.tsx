import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { login, type Credentials } from '#entities/session/api.ts';
import { signIn } from '#entities/session/session.ts';
import {
  updateUser,
  optionalFields,
  type CurrentUser,
  type ProfileFields,
} from '#entities/user/api.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { toSignupFields, type SignupValues } from './signupValues.ts';
import styles from './ExistingUserOffer.module.css';

interface ExistingUserOfferProps {
  values: SignupValues;
  onDecline: () => void;
}

/** Offers to update the existing user when the email address is already registered (spec §4, Signup). */
export function ExistingUserOffer({ values, onDecline }: ExistingUserOfferProps) {
  const { t } = useTranslation('signupSteps');
  const offer = useRef<HTMLDivElement>(null);
  const { isUpdating, failure, update } = useUpdate(values);

  useEffect(() => {
    offer.current?.focus();
  }, []);

  return (
    <div className={styles.offer} ref={offer} tabIndex={-1}>
      <div role="alert">
        <p className={styles.title}>{t('exists.title')}</p>
        <p>{t('exists.question')}</p>
      </div>
      <p className={styles.explanation}>{t('exists.explanation')}</p>
      <div role="alert">{failure && <p className={styles.title}>{failure}</p>}</div>
      <div className={styles.actions}>
        <Button busy={isUpdating} onClick={update}>
          {t('exists.yes')}
        </Button>
        <Button disabled={isUpdating} variant="outlined" onClick={onDecline}>
          {t('exists.no')}
        </Button>
      </div>
    </div>
  );
}

function useUpdate(values: SignupValues) {
  const { t } = useTranslation('signupSteps');
  const errorMessage = useErrorMessage();
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const action = useAction(
    async () => {
      const { email, ...fields } = toSignupFields(values, lang);
      const { token, user } = await updateExistingUser(
        lang,
        { email, password: values.password },
        fields,
      );
      // The guard of the screen leads to where the sign-up began.
      await signIn(token, user, lang);
    },
    {
      onDone: () => {
        showSuccess(t('exists.success'));
      },
      onFailed: ignore,
    },
  );
  const { error, isPending, isSuccess, mutate } = action;
  return {
    // The screen is about to be left.
    isUpdating: isPending || isSuccess,
    failure: error && `${t('exists.failure')}. ${errorMessage(error)}`,
    update: () => {
      mutate();
    },
  };
}

interface SignedIn extends CurrentUser {
  token: string;
}

/**
 * Signs in a user who tried to sign up again, and replaces the profile by what the form contains (contract, double readings). The
 * token is not stored.
 */
async function updateExistingUser(
  lang: LanguageCode,
  credentials: Credentials,
  fields: ProfileFields,
): Promise<SignedIn> {
  const { token, data } = await login(lang, credentials);
  // An optional field that is empty in the sign-up form, or not part of it, does not delete the stored one.
  const kept = optionalFields(fields, (value, name) => value || (data[name] ?? ''));
  return { token, ...(await updateUser(data, { ...fields, ...kept }, { lang, token })) };
}
