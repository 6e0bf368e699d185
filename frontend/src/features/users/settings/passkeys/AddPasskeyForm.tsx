import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { hasPasskeyAlready, isCancelledByUser } from '#lib/passkeys.ts';
import { Form } from '#ui/form/Form.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { FormActions } from '../components/FormActions.tsx';
import { rethrowAtField } from '../rethrowAtField.ts';
import { addPasskey } from './api/addPasskey.ts';
import type { Passkey } from './api/listPasskeys.ts';

interface AddPasskeyFormProps {
  onAdded: (passkey: Passkey) => void;
  onClose: () => void;
}

/** Adds a passkey: the password first, then the browser's dialog. A dialog that the user closes leaves the form as it was. */
export function AddPasskeyForm({ onAdded, onClose }: AddPasskeyFormProps) {
  const { t } = useTranslation(['settings', 'signIn']);
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: { password: '' },
    validate: ({ password }) => ({ password: password === '' ? 'missing_password' : undefined }),
    submit: async ({ password }) => {
      try {
        onAdded(await addPasskey(lang, password));
      } catch (failure) {
        if (!isCancelledByUser(failure)) {
          rethrowAtField('incorrect_password', 'password')(failure);
        }
      }
    },
  });
  const fallback = hasPasskeyAlready(form.failure) ? 'passkeys.alreadyHere' : 'passkeys.addFailed';
  return (
    <Form failureFallback={t(fallback)} form={form} takesFocus>
      <p>{t('passkeys.formIntro')}</p>
      <PasswordField
        autoComplete="current-password"
        control={form.control}
        label={t('signIn:fields.currentPassword')}
        name="password"
      />
      <FormActions
        isSubmitting={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('passkeys.submit')}
      />
    </Form>
  );
}
