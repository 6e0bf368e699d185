import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { client, responseOf } from '#api/client.ts';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { refetchUserData } from '#entities/user/currentUser.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { tokenInLink } from '#lib/tokenInLink.ts';
import { ButtonLink, Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';

/** The target of the link in the new mailbox of a user who changes the email address. */
export function ChangeEmailScreen() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <EmailedLink
      act={confirmEmailChange}
      actionLabel={t('emailLinks.confirm')}
      done={t('emailLinks.confirmed')}
      explanation={t('emailLinks.confirmExplanation')}
      next={<ButtonLink to="/login">{t('common:pages.login')}</ButtonLink>}
      path="/change-email"
      titles={{
        question: t('emailLinks.confirmTitle'),
        done: t('emailLinks.confirmedTitle'),
        refused: t('emailLinks.confirmRefusedTitle'),
      }}
      whatToDo={t('emailLinks.confirmRefused')}
    />
  );
}

/** The target of the link in the old mailbox, which reverts a change of the email address. */
export function RevertEmailScreen() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <EmailedLink
      act={revertEmailChange}
      actionLabel={t('emailLinks.revert')}
      done={t('emailLinks.reverted')}
      explanation={t('emailLinks.revertExplanation')}
      next={<ButtonLink to="/forgot-password">{t('common:pages.forgotPassword')}</ButtonLink>}
      path="/revert-email"
      titles={{
        question: t('emailLinks.revertTitle'),
        done: t('emailLinks.revertedTitle'),
        refused: t('emailLinks.revertRefusedTitle'),
      }}
      whatToDo={t('emailLinks.revertRefused')}
    />
  );
}

/** The target of the link in a reminder of a session, which turns reminders off. */
export function StopRemindersScreen() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <EmailedLink
      act={stopReminders}
      actionLabel={t('emailLinks.stop')}
      done={t('emailLinks.stopped')}
      explanation={t('emailLinks.stopExplanation')}
      next={<ButtonLink to="/settings">{t('common:pages.settings')}</ButtonLink>}
      path="/stop-reminders"
      titles={{
        question: t('emailLinks.stopTitle'),
        done: t('emailLinks.stoppedTitle'),
        refused: t('emailLinks.stopRefusedTitle'),
      }}
      whatToDo={t('emailLinks.stopRefused')}
    />
  );
}

interface LinkState {
  token: string;
}

interface EmailedLinkProps {
  path: string;
  /** The titles before the action, after it, and when the link is not valid. */
  titles: { question: string; done: string; refused: string };
  /** What the action does, shown before it. */
  explanation: ReactNode;
  actionLabel: string;
  act: (lang: LanguageCode, token: string) => Promise<void>;
  /** Shown after the action, with what the user can do next. */
  done: string;
  next: Elements;
  /** Shown when the link is not valid. */
  whatToDo: string;
}

/**
 * The target of a link in an email that changes something. It asks first: mail scanners open links, and must change
 * nothing. The token moves from the URL to the location's state at once, so that neither referrers nor the browser's
 * history show it, and a reload keeps it.
 */
export function EmailedLink(props: EmailedLinkProps) {
  const { search, state } = useLocation() as { search: string; state: Partial<LinkState> | null };
  const token = tokenInLink(search);
  if (token) {
    const kept: LinkState = { token };
    return <Navigate replace state={kept} to={props.path} />;
  }
  return <Question {...props} token={state?.token ?? ''} />;
}

function Question({
  titles,
  explanation,
  actionLabel,
  act,
  done,
  next,
  whatToDo,
  token,
}: EmailedLinkProps & { token: string }) {
  const lang = useLanguage().code;
  const result = useRef<HTMLDivElement>(null);
  const {
    error: failure,
    isPending,
    isSuccess: isDone,
    mutate: run,
  } = useAction(() => act(lang, token), {
    onDone: () => void refetchUserData(),
    onFailed: ignore,
  });
  const isRefused = failure instanceof ApiError && failure.status >= 400 && failure.status < 429;
  const isAnswered = isDone || isRefused;

  useEffect(() => {
    if (isAnswered) {
      // The button that had the focus is gone.
      result.current?.focus();
    }
  }, [isAnswered]);

  const refusedOrAsked = isRefused ? titles.refused : titles.question;
  return (
    <FormScreen title={isDone ? titles.done : refusedOrAsked}>
      <div ref={result} role="status" tabIndex={-1}>
        {isDone && <p>{done}</p>}
        {isRefused && <p>{whatToDo}</p>}
      </div>
      <FormError failure={failure} />
      {isAnswered ? (
        next
      ) : (
        <>
          <p>{explanation}</p>
          <Button
            busy={isPending}
            onClick={() => {
              run();
            }}
          >
            {actionLabel}
          </Button>
        </>
      )}
    </FormScreen>
  );
}

/** Confirms the change of the email address with the token of the link in the new mailbox. Repeating it changes nothing. */
export async function confirmEmailChange(lang: LanguageCode, token: string): Promise<void> {
  const params = { query: { lang } };
  await responseOf(client.POST('/users/me/email/confirm', { params, body: { token } }));
}

/** Reverts to the earlier email address with the token of the revert link. Repeating it changes nothing. */
export async function revertEmailChange(lang: LanguageCode, token: string): Promise<void> {
  const params = { query: { lang } };
  await responseOf(client.POST('/users/me/email/revert', { params, body: { token } }));
}

/** Turns off the reminders of sessions with the token of the link in one. Repeating it changes nothing. */
export async function stopReminders(lang: LanguageCode, token: string): Promise<void> {
  const params = { query: { lang, token } };
  await responseOf(client.POST('/users/stop-reminders', { params }));
}
