import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAction } from '#entities/action/useAction.ts';
import { signChallenge } from '#entities/session/api.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError, hasCode } from '#lib/apiError.ts';
import { isCancelledByUser } from '#lib/passkeys.ts';
import { signInStaff } from './api.ts';
import { endSignInRequest, useSignInRequest } from './signInRequest.ts';

/** Asks for the passkey when a request needs it. What the page shows stays, and the request goes on afterwards. */
export function StaffSignIn() {
  const isOpen = useSignInRequest() !== undefined;
  return isOpen ? <SignInDialog /> : null;
}

function SignInDialog() {
  const { t } = useTranslation('staff');
  const id = useId();
  const navigate = useNavigate();
  const errorMessage = useErrorMessage();
  const lang = useLanguage().code;
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const signIn = useAction(
    async () => {
      setFailure(undefined);
      const { signal } = new AbortController();
      const { site: _, ...signed } = await signChallenge({ lang, signal, isAutofill: false });
      return signInStaff(lang, { ...signed, ...(code.trim() && { code }) });
    },
    {
      onDone: () => {
        endSignInRequest();
      },
      onFailed: (cause) => {
        setNeedsCode(needsCode || hasCode(cause, 'staff_code_required'));
        setFailure(isCancelledByUser(cause) ? undefined : cause);
      },
    },
  );
  const leave = () => {
    endSignInRequest(new ApiError({ code: 'staff_sign_in_required', status: 403 }));
    void navigate('/');
  };
  return (
    <Dialog aria-labelledby={id} fullWidth maxWidth="xs" open>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        <DialogTitle id={id}>{t('signIn.title')}</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <Typography>{t('signIn.text')}</Typography>
            {needsCode && (
              <TextField
                autoComplete="one-time-code"
                helperText={t('signIn.codeHint')}
                label={t('signIn.code')}
                onChange={(event) => {
                  setCode(event.target.value);
                }}
                slotProps={{ htmlInput: { dir: 'ltr', autoCapitalize: 'characters' } }}
                value={code}
              />
            )}
            {failure && (
              <Alert role="alert" severity="error">
                {errorMessage(failure, t('signIn.failed'))}
              </Alert>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={leave}>{t('signIn.leave')}</Button>
          <Button loading={signIn.isPending} type="submit" variant="contained">
            {t('signIn.usePasskey')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
