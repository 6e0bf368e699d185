import { useTranslation } from 'react-i18next';
import { normalizeEmail, validateEmail } from '#entities/user/email.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { correctEmail } from '../api/correctEmail.ts';

interface CorrectEmailFormProps {
  /** The address of the sign-up, in which a few letters may be wrong. */
  email: string;
  onCorrected: (email: string) => void;
}

/** Changes a mistyped email address, which sends a link to the new one. */
export function CorrectEmailForm({ email, onCorrected }: CorrectEmailFormProps) {
  const { t } = useTranslation('checkEmail');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const form = useForm({
    defaultValues: { email },
    validate: (values) => ({ email: validateEmail(values.email) }),
    submit: async (values) => {
      const corrected = normalizeEmail(values.email);
      showSuccess(await correctEmail(lang, corrected));
      onCorrected(corrected);
    },
  });
  return (
    <Form form={form} takesFocus>
      <TextField
        autoComplete="email"
        inputMode="email"
        label={t('newEmail')}
        ltr
        type="email"
        control={form.control}
        name="email"
      />
      <Button busy={form.formState.isSubmitting} type="submit">
        {t('correct')}
      </Button>
    </Form>
  );
}
