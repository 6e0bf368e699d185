import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../api/errorText.ts';
import { Button } from '../../../components/Button.tsx';
import { Form } from '../../../components/form/Form.tsx';
import { useForm } from '../../../components/form/useForm.ts';
import { useSnackbar } from '../../../components/snackbar/snackbarContext.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { requestReset } from '../api/requestReset.ts';
import { verifyResetCode } from '../api/verifyResetCode.ts';
import { EMPTY_BOXES } from '../codeBoxes.ts';
import { CodeField } from './CodeField.tsx';
import { ResendButton } from './ResendButton.tsx';

interface CodeStepProps {
  email: string;
  onVerified: () => void;
}

/** Takes the mailed code, or has another one sent, which voids the first. */
export function CodeStep({ email, onVerified }: CodeStepProps) {
  const { t } = useTranslation('account');
  const lang = useLanguage().code;
  const errorText = useErrorText();
  const { showError, showSuccess } = useSnackbar();
  const [sentAt, setSentAt] = useState(() => Date.now());
  const form = useForm({
    initial: { boxes: EMPTY_BOXES },
    validate: () => ({}),
    submit: async ({ boxes }) => {
      await verifyResetCode(lang, email, boxes.join(''));
      onVerified();
    },
  });
  const { boxes } = form.values;

  const resend = async () => {
    try {
      showSuccess(await requestReset(lang, email));
      form.reset({ boxes: EMPTY_BOXES });
      setSentAt(Date.now());
    } catch (failure) {
      showError(errorText(failure, t('forgot.requestFailed')));
    }
  };

  return (
    <Form failureFallback={t('code.invalidCode')} form={form} takesFocus>
      <CodeField
        boxes={boxes}
        isInvalid={form.failure !== undefined}
        label={t('code.label')}
        onChange={(changed) => {
          form.setValue('boxes', changed);
        }}
      />
      <Button busy={form.isSubmitting} disabled={boxes.includes('')} type="submit">
        {t('code.submit')}
      </Button>
      <ResendButton key={sentAt} onResend={resend} sentAt={sentAt} />
    </Form>
  );
}
