import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccessToken } from '#api/accessToken.ts';
import { client, responseOf } from '#api/client.ts';
import { normalizeEmail, validateEmail } from '#entities/user/email.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/form/Form.tsx';
import { TextArea, TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';

/** As on the server. */
const MESSAGE_MAX = 3000;

/** Sends a message to the operator. A signed-in user need not say who they are, and gets a copy. */
export function MessageForm() {
  const { t } = useTranslation(['contact', 'signIn', 'userFields']);
  const lang = useLanguage().code;
  const isVisitor = useAccessToken() === null;
  const [isSent, setIsSent] = useState(false);
  const form = useForm({
    defaultValues: { fullname: '', email: '', message: '' },
    validate: ({ fullname, email, message }) => ({
      ...(isVisitor && {
        fullname: fullname.trim() ? undefined : 'fullname_required',
        email: validateEmail(email),
      }),
      message: message.trim() ? undefined : 'message_required',
    }),
    submit: async ({ fullname, email, message }) => {
      const who = isVisitor ? { fullname, email: normalizeEmail(email) } : {};
      const params = { query: { lang } };
      await responseOf(client.POST('/contact', { params, body: { ...who, message } }));
      setIsSent(true);
    },
  });
  if (isSent) {
    return (
      // The button that had the focus is gone.
      <p ref={(message) => message?.focus()} tabIndex={-1}>
        {t('write.sent')}
      </p>
    );
  }
  return (
    <Form form={form} takesFocus>
      {isVisitor ? (
        <>
          <TextField
            autoComplete="name"
            control={form.control}
            label={t('userFields:fullname')}
            name="fullname"
          />
          <TextField
            autoComplete="email"
            control={form.control}
            inputMode="email"
            label={t('signIn:fields.email')}
            ltr
            name="email"
            type="email"
          />
        </>
      ) : (
        <p>{t('write.copy')}</p>
      )}
      <TextArea
        control={form.control}
        label={t('write.message')}
        maxLength={MESSAGE_MAX}
        name="message"
        rows={6}
      />
      <Button busy={form.formState.isSubmitting} type="submit">
        {t('write.send')}
      </Button>
    </Form>
  );
}
