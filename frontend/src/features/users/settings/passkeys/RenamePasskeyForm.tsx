import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { ApiError } from '#lib/apiError.ts';
import { FormActions } from '../components/FormActions.tsx';
import type { Passkey } from './api/listPasskeys.ts';
import { renamePasskey } from './api/renamePasskey.ts';

const MAX_LENGTH = 50;

/** The name of a passkey, to be changed. */
export function RenamePasskeyForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: { name: passkey.name },
    validate: ({ name }) => ({ name: name.trim() === '' ? 'passkey_name_required' : undefined }),
    submit: async ({ name }) => {
      try {
        await renamePasskey(lang, passkey._id, name.trim());
        showSuccess(t('passkeys.renamed'));
        onClose();
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.code === 'passkey_not_found')) {
          throw failure;
        }
        // The passkey leaves the list, and this form with it.
        showError(errorMessage(failure));
        onClose();
      }
    },
  });
  return (
    <Form failureFallback={t('passkeys.renameFailed')} form={form} takesFocus>
      <TextField
        control={form.control}
        label={t('passkeys.name')}
        maxLength={MAX_LENGTH}
        name="name"
      />
      <FormActions
        isSubmitting={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('passkeys.save')}
      />
    </Form>
  );
}
