import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { client, responseOf } from '#api/client.ts';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { refetchUserData } from '#entities/user/currentUser.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { tokenInLink } from '#lib/tokenInLink.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';

/** What the links in emails do, where they lead, and what the user can do next. Repeating a request changes nothing. */
const links = {
  confirm: {
    path: '/change-email',
    act: (lang: LanguageCode, token: string) =>
      client.POST('/users/me/email/confirm', { params: { query: { lang } }, body: { token } }),
    done: 'confirmed',
    next: { path: '/login', title: 'login' },
  },
  revert: {
    path: '/revert-email',
    act: (lang: LanguageCode, token: string) =>
      client.POST('/users/me/email/revert', { params: { query: { lang } }, body: { token } }),
    done: 'reverted',
    next: { path: '/forgot-password', title: 'forgotPassword' },
  },
  stop: {
    path: '/stop-reminders',
    act: (lang: LanguageCode, token: string) =>
      client.POST('/users/stop-reminders', { params: { query: { lang, token } } }),
    done: 'stopped',
    next: { path: '/settings', title: 'settings' },
  },
} as const;

/** The target of the link in the new mailbox of a user who changes the email address. */
export function ChangeEmailScreen() {
  return <EmailedLink action="confirm" />;
}

/** The target of the link in the old mailbox, which reverts a change of the email address. */
export function RevertEmailScreen() {
  return <EmailedLink action="revert" />;
}

/** The target of the link in a reminder of a session, which turns reminders off. */
export function StopRemindersScreen() {
  return <EmailedLink action="stop" />;
}

interface LinkState {
  token: string;
}

interface EmailedLinkProps {
  action: keyof typeof links;
}

/**
 * The target of a link in an email that changes something. It asks first: mail scanners open links, and must change
 * nothing. The token moves from the URL to the location's state at once, so that neither referrers nor the browser's
 * history show it, and a reload keeps it.
 */
function EmailedLink({ action }: EmailedLinkProps) {
  const { search, state } = useLocation() as { search: string; state: Partial<LinkState> | null };
  const token = tokenInLink(search);
  if (token) {
    const kept: LinkState = { token };
    return <Navigate replace state={kept} to={links[action].path} />;
  }
  return <Question action={action} token={state?.token ?? ''} />;
}

function Question({ action, token }: EmailedLinkProps & { token: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const lang = useLanguage().code;
  const result = useRef<HTMLDivElement>(null);
  const { act, done, next } = links[action];
  const {
    error: failure,
    isPending,
    isSuccess: isDone,
    mutate: run,
  } = useAction(() => responseOf<unknown>(act(lang, token)), {
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

  const refusedOrAsked = isRefused ? (`${action}Refused` as const) : action;
  return (
    <FormScreen title={t(`emailLinks.${isDone ? done : refusedOrAsked}Title`)}>
      <div ref={result} role="status" tabIndex={-1}>
        {isDone && <p>{t(`emailLinks.${done}`)}</p>}
        {isRefused && <p>{t(`emailLinks.${action}Refused`)}</p>}
      </div>
      <FormError failure={failure} />
      {isAnswered ? (
        <ButtonLink to={next.path}>{t(`common:pages.${next.title}`)}</ButtonLink>
      ) : (
        <>
          <p>{t(`emailLinks.${action}Explanation`)}</p>
          <Button
            busy={isPending}
            onClick={() => {
              run();
            }}
          >
            {t(`emailLinks.${action}`)}
          </Button>
        </>
      )}
    </FormScreen>
  );
}
