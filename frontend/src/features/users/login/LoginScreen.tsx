import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { components } from '#api/schema.d.ts';
import { login, passkeyLogin, signChallenge } from '#entities/session/api.ts';
import { preloadSession, signIn } from '#entities/session/session.ts';
import { validateEmail, normalizeEmail, emailInState } from '#entities/user/email.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import {
  supportsPasskeys,
  isCancelledByUser,
  reportUnknownPasskey,
  supportsPasskeyAutofill,
} from '#lib/passkeys.ts';
import { Button } from '#ui/Button.tsx';
import { TextLink } from '#ui/Link.tsx';
import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';

/** The login screen (spec §2, Login). `RequireVisitor` redirects after a success. */
export function LoginScreen() {
  const { t } = useTranslation(['signIn', 'common']);
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const { state } = useLocation() as { state: unknown };

  const enter = async (response: components['schemas']['LoginResponse']) => {
    await signIn(response.token, response.data, lang);
    showSuccess(t('welcome_message', { name: isolatedName(response.data.fullname) }));
  };

  const form = useForm({
    defaultValues: { email: emailInState(state), password: '', remember: true },
    validate: ({ email, password }) => ({
      email: validateEmail(email),
      password: password ? undefined : 'missing_password',
    }),
    submit: async ({ email, password, remember }) => {
      preloadSession();
      await enter(await login(lang, { email: normalizeEmail(email), password, remember }));
    },
  });

  // Errors of the browser and the authenticator are not in the languages of the app.
  const passkeyFallback = supportsPasskeys() ? t('passkey.failed') : t('passkey.unsupported');
  const passkey = usePasskeyLogin({
    remember: () => form.getValues('remember'),
    onSignedIn: enter,
    onFailure: form.setFailure,
  });

  return (
    <FormScreen
      intro={t('login.intro')}
      links={
        <p>
          <span>{t('login.noAccount')}</span>{' '}
          <PassingLink control={form.control} to="/signup">
            {t('login.signup')}
          </PassingLink>
        </p>
      }
      title={t('common:pages.login')}
    >
      <Form
        form={form}
        {...(!(form.failure instanceof ApiError) && { failureFallback: passkeyFallback })}
      >
        <TextField
          // Browsers suggest passkeys at a field with `webauthn` at the end.
          autoComplete="username webauthn"
          inputMode="email"
          label={t('fields.email')}
          ltr
          type="email"
          control={form.control}
          name="email"
        />
        <PasswordField
          autoComplete="current-password"
          label={t('fields.password')}
          control={form.control}
          name="password"
        />
        <CheckboxField
          control={form.control}
          hint={t('login.rememberHint')}
          label={t('login.remember')}
          name="remember"
        />
        <Button busy={form.formState.isSubmitting} type="submit">
          {t('login.submit')}
        </Button>
        {/* In every browser, so that nothing moves on the prerendered page. One without passkeys says so. */}
        <Button busy={passkey.isPending} onClick={() => void passkey.start()} variant="outlined">
          {t('passkey.submit')}
        </Button>
        <PassingLink control={form.control} to="/forgot-password">
          {t('login.forgot')}
        </PassingLink>
      </Form>
    </FormScreen>
  );
}

interface PassingLinkProps {
  control: Control<{ email: string; password: string; remember: boolean }>;
  to: string;
  children: string;
}

/** Passes on the return path, which must survive a password reset or a sign-up, and the email address that is typed so far. */
function PassingLink({ control, ...link }: PassingLinkProps) {
  const { state } = useLocation() as { state: unknown };
  const email = normalizeEmail(useWatch({ control, name: 'email' }));
  return <TextLink state={{ ...(state ?? {}), email }} {...link} />;
}

/** In milliseconds. A challenge is valid for five minutes. */
const RENEWAL_INTERVAL = 4 * 60_000;

interface PasskeyLoginOptions {
  /** Whether to keep the user signed in. */
  remember: () => boolean;
  onSignedIn: (response: components['schemas']['LoginResponse']) => Promise<void>;
  /** `undefined` removes an earlier failure. */
  onFailure: (failure: unknown) => void;
}

/**
 * Signs in with a passkey: one that the user picks among the suggestions of the email field, where the browser offers them, or in the
 * browser's dialog after a click. A dialog that the user closes is not a failure.
 */
function usePasskeyLogin({ remember, onSignedIn, onFailure }: PasskeyLoginOptions) {
  const lang = useLanguage().code;
  const [isPending, setIsPending] = useState(false);
  /** How often the suggestions were prepared. */
  const [round, setRound] = useState(0);
  const current = useRef<AbortController>(null);

  /** Starts a request, which ends the one before. */
  const replaceCurrent = () => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };

  const finish = async ({ site, ...signed }: Awaited<ReturnType<typeof signChallenge>>) => {
    preloadSession();
    try {
      await onSignedIn(await passkeyLogin(lang, { ...signed, remember: remember() }));
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'passkey_refused') {
        await reportUnknownPasskey(site, signed.credential.id);
      }
      throw failure;
    }
  };

  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    // Failures before the user picks a suggestion are not shown, because the user has not started a sign-in.
    const signed = (await supportsPasskeyAutofill())
      ? await signChallenge({ lang, signal, isAutofill: true }).catch(() => undefined)
      : undefined;
    if (!signed || signal.aborted) {
      return;
    }
    setIsPending(true);
    onFailure(undefined);
    try {
      await finish(signed);
    } catch (failure) {
      onFailure(failure);
      setRound((before) => before + 1);
    }
    setIsPending(false);
  });

  useEffect(() => {
    const signal = replaceCurrent();
    const askedAt = Date.now();
    void suggest(signal);
    const renew = () => {
      // Not while the dialog is open.
      const isWaiting = current.current?.signal === signal;
      if (supportsPasskeys() && isWaiting && document.visibilityState === 'visible') {
        setRound((before) => before + 1);
      }
    };
    const renewal = setInterval(renew, RENEWAL_INTERVAL);
    const onVisibilityChange = () => {
      if (Date.now() - askedAt > RENEWAL_INTERVAL) {
        renew();
      }
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(renewal);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [round, lang]);

  // The screen is left.
  useEffect(
    () => () => {
      current.current?.abort();
    },
    [],
  );

  /** Shows the browser's dialog. */
  const start = async () => {
    const signal = replaceCurrent();
    setIsPending(true);
    onFailure(undefined);
    try {
      if (!supportsPasskeys()) {
        throw new Error('This browser does not support passkeys.');
      }
      await finish(await signChallenge({ lang, signal, isAutofill: false }));
    } catch (failure) {
      if (!isCancelledByUser(failure)) {
        onFailure(failure);
      }
    }
    setIsPending(false);
    setRound((before) => before + 1);
  };

  return { isPending, start };
}
