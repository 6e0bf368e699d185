import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { validateEmail, normalizeEmail } from '#entities/user/email.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { requestReset } from '../api/requestReset.ts';

interface EmailStepProps {
  /** The email address of an earlier attempt. */
  email: string;
  /** No later step has been shown yet. */
  isFirst: boolean;
  onSent: (email: string) => void;
}

/** Requests the code. The response does not reveal whether the user exists (contract, call 6). */
export function EmailStep({ email, isFirst, onSent }: EmailStepProps) {
  const { t } = useTranslation('signIn');
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: { email },
    validate: (values) => ({ email: validateEmail(values.email) }),
    submit: async (values) => {
      const sent = normalizeEmail(values.email);
      await requestReset(lang, sent);
      onSent(sent);
    },
  });
  return (
    <Form failureFallback={t('forgot.requestFailed')} form={form} takesFocus={!isFirst}>
      <TextField
        autoComplete="username"
        inputMode="email"
        label={t('fields.email')}
        ltr
        type="email"
        control={form.control}
        name="email"
      />
      <Button busy={form.formState.isSubmitting} type="submit">
        {t('forgot.submit')}
      </Button>
    </Form>
  );
}
