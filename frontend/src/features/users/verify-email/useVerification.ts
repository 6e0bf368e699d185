import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#api/queryClient.ts';
import { signIn } from '#entities/session/session.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { getVerification } from './api/getVerification.ts';
import { verifyEmail } from './api/verifyEmail.ts';

const once = { staleTime: Infinity, refetchOnReconnect: false, refetchOnWindowFocus: false };

/**
 * What a verification link is for, and its verification: at once in the browser that signed the user up, elsewhere
 * after `confirm`. A mail scanner that opens the link verifies nothing.
 *
 * The verification is a query and not a mutation, because React may mount the screen twice. The request is sent once,
 * as long as it uses no signal that could cancel it.
 */
export function useVerification(token: string) {
  const { t } = useTranslation('signIn');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const link = useQuery(
    { queryKey: ['verification', token], queryFn: () => getVerification(lang, token), ...once },
    queryClient,
  );
  const isAsking = link.data?.verified === false && !link.data.signedUpHere && !isConfirmed;
  const verification = useQuery(
    {
      queryKey: ['verifyEmail', token],
      queryFn: async () => {
        const response = await verifyEmail(lang, token);
        if (response.token && response.data) {
          await signIn(response.token, response.data, lang);
          showSuccess(t('verify.signedIn'));
          return { isSignedIn: true };
        }
        return { isSignedIn: false };
      },
      enabled: link.data?.verified === false && !isAsking,
      ...once,
    },
    queryClient,
  );

  return {
    /** Undefined until the server has responded. */
    link: link.data,
    /** The user has to decide. */
    isAsking,
    isLookingUp: link.isFetching,
    isVerifying: verification.isFetching,
    isVerified: link.data?.verified === true || verification.data !== undefined,
    isSignedIn: verification.data?.isSignedIn === true,
    failure: link.error ?? verification.error,
    /** Fetches the state of the link again: another request has verified or deleted the user. */
    lookUp: () => {
      void link.refetch();
    },
    confirm: () => {
      setIsConfirmed(true);
    },
    retry: () => {
      void (link.error ? link.refetch() : verification.refetch());
    },
  };
}
