import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RESEND_PAUSE_MS } from '#entities/session/pendingSignup.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/form/Form.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { ResendButton } from '#ui/ResendButton.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { requestReset, verifyResetCode } from './api.ts';
import { CodeField, EMPTY_CODE } from './CodeField.tsx';

interface CodeStepProps {
  email: string;
  /** When the code was sent. Another code remounts this step. */
  sentAt: number;
  onResent: () => void;
  onVerified: () => void;
}

/** Takes the code from the email, or requests another one, which invalidates the first. */
export function CodeStep({ email, sentAt, onResent, onVerified }: CodeStepProps) {
  const { t } = useTranslation('signIn');
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  const errorId = useId();
  const form = useForm({
    defaultValues: { boxes: EMPTY_CODE },
    validate: () => ({}),
    submit: async ({ boxes }) => {
      await verifyResetCode(lang, email, boxes.join(''));
      onVerified();
    },
  });
  const boxes = form.watch('boxes');

  const resend = async () => {
    try {
      showSuccess(await requestReset(lang, email));
      onResent();
    } catch (failure) {
      showError(errorMessage(failure, t('forgot.requestFailed')));
    }
  };

  return (
    <Form failureFallback={t('code.invalidCode')} failureId={errorId} form={form} takesFocus>
      <CodeField
        boxes={boxes}
        errorId={form.failure === undefined ? undefined : errorId}
        label={t('code.label')}
        readBoxes={() => form.getValues('boxes')}
        onChange={(changed) => {
          form.setValue('boxes', changed);
          form.setFailure(undefined);
        }}
      />
      <Button busy={form.formState.isSubmitting} disabled={boxes.includes('')} type="submit">
        {t('code.submit')}
      </Button>
      <ResendButton
        countdown={(count) => t('code.countdown', { count })}
        mayResend={t('code.mayResend')}
        onResend={resend}
        until={sentAt + RESEND_PAUSE_MS}
      >
        {t('code.resend')}
      </ResendButton>
    </Form>
  );
}
