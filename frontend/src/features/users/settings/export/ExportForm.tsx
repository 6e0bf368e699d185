import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Form } from '#ui/form/Form.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { FormActions } from '../components/FormActions.tsx';
import { rethrowAtField } from '../rethrowAtField.ts';
import { requestDataExport } from './api/dataExport.ts';

/** Starts an export, with the password. */
export function ExportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'signIn']);
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: { password: '' },
    validate: ({ password }) => ({ password: password === '' ? 'missing_password' : undefined }),
    submit: async ({ password }) => {
      await requestDataExport(lang, password).catch(
        rethrowAtField('incorrect_password', 'password'),
      );
      onClose();
    },
  });
  return (
    <Form failureFallback={t('dataExport.failed')} form={form} takesFocus>
      <p>{t('dataExport.formIntro')}</p>
      <PasswordField
        autoComplete="current-password"
        control={form.control}
        label={t('signIn:fields.currentPassword')}
        name="password"
      />
      <FormActions
        isSubmitting={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('dataExport.submit')}
      />
    </Form>
  );
}
