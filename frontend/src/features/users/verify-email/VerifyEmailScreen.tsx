import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { ApiError } from '#lib/apiError.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { queryClient } from '#api/queryClient.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useLanguage } from '#i18n/useLanguage.ts';
import { verifyEmail } from './api/verifyEmail.ts';
import { VerificationResult } from './components/VerificationResult.tsx';

interface LinkState {
  token: string;
}

/**
 * The target of the mailed link (contract, call 17). The token leaves the address at once, for the location's state,
 * which neither a referrer nor the browser's history shows; a reload finds it there.
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
 * A query and not a mutation: React may mount the screen twice, and the call is still made once, as long as it takes no
 * signal to cancel it by.
 */
function Verification({ token }: { token: string }) {
  const { t } = useTranslation(['account', 'common']);
  const errorMessage = useErrorMessage();
  const lang = useLanguage().code;
  const { error, isFetching, refetch } = useQuery(
    {
      queryKey: ['verifyEmail', token],
      // What is shown is in the app's own words: the answer's stay in the language of the call.
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
