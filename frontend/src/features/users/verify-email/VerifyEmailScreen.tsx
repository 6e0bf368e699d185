import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { queryClient } from '#api/queryClient.ts';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { signupReturnPath } from '#entities/session/drafts.ts';
import { signIn } from '#entities/session/session.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { parseReturnPath } from '#lib/returnPath.ts';
import { tokenInLink } from '#lib/tokenInLink.ts';
import { Button, ButtonLink, Spinner } from '#ui/Button.tsx';
import { ReturnRedirect, TextLink } from '#ui/Link.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import type { Elements } from '#ui/elements.ts';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { getVerification, verifyEmail, type Verification, rejectVerification } from './api.ts';
import { NewLinkForm, VerificationResult } from './forms.tsx';

// In one chunk: what is shown before and after the link shares most of its code, and every chunk costs the first visit.
export { CheckEmailScreen, PendingSignupCard } from './CheckEmailScreen.tsx';

interface LinkState {
  token?: string;
  /** The user was deleted, which the screen still shows after a reload. */
  isRejected?: boolean;
}

/**
 * The target of the verification link (contract, call 17). The token moves from the URL to the location's state
 * at once: neither referrers nor the browser's history show it there, and a reload keeps it.
 */
export function VerifyEmailScreen() {
  const { t } = useTranslation(['verifyEmail', 'common']);
  const { search, state } = useLocation() as { search: string; state: LinkState | null };
  const token = tokenInLink(search);
  if (token) {
    const kept: LinkState = { token };
    return <Navigate replace state={kept} to="/verify-email" />;
  }
  if (state?.isRejected) {
    return (
      <FormScreen title={t('rejectedTitle')}>
        <VerificationResult severity="success">{t('rejected')}</VerificationResult>
        <ButtonLink to="/">{t('common:backToHome')}</ButtonLink>
      </FormScreen>
    );
  }
  return <VerificationByToken token={state?.token ?? ''} />;
}

/** Shows one state at a time. Each has its own message, which screen readers announce. */
function VerificationByToken({ token }: { token: string }) {
  const { t } = useTranslation(['verifyEmail', 'common']);
  const errorMessage = useErrorMessage();
  const navigate = useNavigate();
  const verification = useVerification(token);
  const { course, failure, isAsking, isLookingUp, isVerified, isVerifying, link } = verification;
  const coursePath = parseReturnPath(course && `/courses/${course}`);
  if (verification.isSignedIn) {
    return <ReturnRedirect path={coursePath ?? signupReturnPath.read()} />;
  }
  if (coursePath) {
    // The login leads to the course.
    return <Navigate replace state={{ email: link?.email, from: coursePath }} to="/login" />;
  }

  const isPending = isLookingUp || isVerifying || isAsking;
  const outcome = failure ? t('failedTitle') : isVerified && t('doneTitle');
  const show = (state: Elements) => (
    <FormScreen title={(!isPending && outcome) || t('title')}>{state}</FormScreen>
  );
  /** After a navigation, the title takes the focus. The focused button disappears. */
  const focusTitle = () => {
    void navigate('/verify-email', { replace: true, state: { token } });
  };

  if (isLookingUp || isVerifying) {
    return show(
      <VerificationResult icon={<Spinner />}>
        {isVerifying ? t('underWay') : t('lookingUp')}
      </VerificationResult>,
    );
  }
  if (failure) {
    const isInvalid = failure instanceof ApiError && failure.status === 400;
    return show(
      <>
        <VerificationResult severity="error">{errorMessage(failure)}</VerificationResult>
        {isInvalid ? (
          <NewLinkForm />
        ) : (
          <Button
            onClick={() => {
              verification.retry();
              focusTitle();
            }}
          >
            {t('common:retry')}
          </Button>
        )}
        {isInvalid && <TextLink to="/login">{t('common:pages.login')}</TextLink>}
      </>,
    );
  }
  if (link && isAsking) {
    return show(
      <VerificationQuestion
        link={link}
        onConfirm={() => {
          verification.confirm();
          focusTitle();
        }}
        onRefused={() => {
          verification.lookUp();
          focusTitle();
        }}
        onRejected={() => {
          const state: LinkState = { isRejected: true };
          void navigate('/verify-email', { replace: true, state });
        }}
        token={token}
      />,
    );
  }
  return show(
    <>
      <VerificationResult severity="success">{t('done')}</VerificationResult>
      <ButtonLink state={{ email: link?.email }} to="/login">
        {t('common:pages.login')}
      </ButtonLink>
      <p>{t('notYours')}</p>
      <TextLink to="/forgot-password">{t('common:pages.forgotPassword')}</TextLink>
    </>,
  );
}

const once = { staleTime: Infinity, refetchOnReconnect: false, refetchOnWindowFocus: false };

/**
 * What a verification link is for, and its verification: at once in the browser that signed the user up, elsewhere
 * after `confirm`. A mail scanner that opens the link verifies nothing.
 *
 * The verification is a query and not a mutation, because React may mount the screen twice. The request is sent once,
 * as long as it uses no signal that could cancel it.
 */
function useVerification(token: string) {
  const { t } = useTranslation('verifyEmail');
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
        const { course, data, token: accessToken } = await verifyEmail(lang, token);
        if (accessToken && data) {
          await signIn(accessToken, data, lang);
          showSuccess(t('signedIn'));
          return { course, isSignedIn: true };
        }
        if (course) {
          showSuccess(t('done'));
        }
        return { course, isSignedIn: false };
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
    /** The course from whose page the user signed up, perhaps in another browser. */
    course: verification.data?.course,
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

interface VerificationQuestionProps {
  token: string;
  link: Verification;
  onConfirm: () => void;
  onRejected: () => void;
  /** The server refused the deletion: another request has verified or deleted the user. */
  onRefused: () => void;
}

/**
 * Asks the owner of the mailbox whether they signed up. The name of the account is not shown, because whoever signed
 * up has chosen it.
 */
function VerificationQuestion(props: VerificationQuestionProps) {
  const { token, link, onConfirm, onRejected, onRefused } = props;
  const { t } = useTranslation('verifyEmail');
  const { code: lang, dates } = useLanguage();
  const errorMessage = useErrorMessage();
  const { showError } = useSnackbar();
  const email = isolatedEmail(link.email);
  const time = formatDate(dates, new Date(link.createdAt), { timeStyle: 'short' });

  const rejection = useConfirmedAction(() => rejectVerification(lang, token), {
    onDone: onRejected,
    onFailed: (failure) => {
      showError(errorMessage(failure));
      if (failure instanceof ApiError && failure.status < 500) {
        onRefused();
      }
    },
  });

  return (
    <>
      <p>{t('asked', { email, time })}</p>
      <p>{t('question')}</p>
      <Button onClick={onConfirm}>{t('confirm')}</Button>
      <Button
        onClick={() => {
          rejection.ask();
        }}
        variant="outlined"
      >
        {t('reject')}
      </Button>
      <ConfirmDialog
        cancelLabel={t('rejectCancel')}
        confirmLabel={t('rejectConfirm')}
        danger
        title={t('rejectQuestion')}
        {...rejection.dialog}
      >
        {t('rejectText', { email })}
      </ConfirmDialog>
    </>
  );
}
