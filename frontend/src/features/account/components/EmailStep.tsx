import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/Button.tsx';
import { Form } from '../../../components/form/Form.tsx';
import { TextField } from '../../../components/form/TextField.tsx';
import { useForm } from '../../../components/form/useForm.ts';
import { emailToSend } from '../../../components/person/email.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { requestReset } from '../api/requestReset.ts';

interface EmailStepProps {
  /** The address of an earlier attempt. */
  email: string;
  /** Nobody has been at another step yet. */
  isFirst: boolean;
  onSent: (email: string) => void;
}

/** Has the code sent. Whether the address is right is the server's to say. */
export function EmailStep({ email, isFirst, onSent }: EmailStepProps) {
  const { t } = useTranslation('account');
  const lang = useLanguage().code;
  const form = useForm({
    initial: { email },
    validate: (values) => ({ email: emailToSend(values.email) ? undefined : 'email_invalid' }),
    submit: async (values) => {
      const address = emailToSend(values.email);
      await requestReset(lang, address);
      onSent(address);
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
        {...form.field('email')}
      />
      <Button busy={form.isSubmitting} type="submit">
        {t('forgot.submit')}
      </Button>
    </Form>
  );
}
