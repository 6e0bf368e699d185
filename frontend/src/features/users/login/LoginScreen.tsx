import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Button } from '#ui/Button.tsx';
import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { validateEmail, normalizeEmail } from '#entities/user/email.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { TextLink } from '#ui/Link.tsx';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { emailInState } from '#entities/session/emailInState.ts';
import { login } from '#entities/session/api.ts';
import { preloadSession, signIn } from '#entities/session/session.ts';
import type { components } from '#api/schema.d.ts';
import { ApiError } from '#lib/apiError.ts';
import { supportsPasskeys } from '#lib/passkeys.ts';
import { usePasskeyLogin } from './usePasskeyLogin.ts';

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
