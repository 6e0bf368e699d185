import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { queryClient } from '#api/queryClient.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { verifyEmail } from './api/verifyEmail.ts';
import { VerificationResult } from './components/VerificationResult.tsx';

interface LinkState {
  token: string;
}

/**
 * The target of the verification link (contract, call 17). The token moves from the URL to the location's state
 * at once: neither referrers nor the browser's history show it there, and a reload keeps it.
 */
export function VerifyEmailScreen() {
  const { search, state } = useLocation() as { search: string; state: Partial<LinkState> | null };
  const tokenInLink = new URLSearchParams(search).get('token');
  if (tokenInLink) {
    const kept: LinkState = { token: tokenInLink };
    return <Navigate replace state={kept} to="/verify-email" />;
  }
  return <Verification token={state?.token ?? ''} />;
}

/**
 * A query and not a mutation, because React may mount the screen twice. The request is sent once, as long as it
 * uses no signal that could cancel it.
 */
function Verification({ token }: { token: string }) {
  const { t } = useTranslation(['signIn', 'common']);
  const errorMessage = useErrorMessage();
  const lang = useLanguage().code;
  const { error, isFetching, refetch } = useQuery(
    {
      queryKey: ['verifyEmail', token],
      // The screen shows its own texts, because the server's message stays in the language of the request.
      queryFn: () => verifyEmail(lang, token),
      staleTime: Infinity,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
    },
    queryClient,
  );
  const isRefused = error instanceof ApiError && error.status === 400;

  return (
    <FormScreen title={t('common:pages.verifyEmail')}>
      {isFetching ? (
        <VerificationResult icon={<Spinner />}>{t('verify.underWay')}</VerificationResult>
      ) : (
        <VerificationResult severity={error ? 'error' : 'success'}>
          {error ? errorMessage(error) : t('verify.done')}
        </VerificationResult>
      )}
      {isRefused && <p>{t('verify.whatToDo')}</p>}
      {error && !isRefused ? (
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('common:retry')}
        </Button>
      ) : (
        !isFetching && <ButtonLink to="/login">{t('common:pages.login')}</ButtonLink>
      )}
    </FormScreen>
  );
}
