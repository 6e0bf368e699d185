import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { useRetainFocus } from '#ui/useRetainFocus.ts';
import { endOtherSessions, endSession, useSessions, type Session } from './api.ts';
import { relativeTime } from './relativeTime.ts';
import styles from './Sessions.module.css';

/** Where the user is signed in, with buttons to end one session, or all but the current one. */
export function Sessions() {
  const { t } = useTranslation('settings');
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  const names = useSessionNames();
  const id = useId();
  const query = useSessions();
  const { data: sessions, dataUpdatedAt } = query;
  const failure = useQueryFailure(query);
  /** The id of the session that is being ended, or `others`. */
  const [ending, setEnding] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const retainFocus = useRetainFocus<HTMLElement>(sessions);
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent);

  const end = async (what: string, call: () => Promise<void>, done: string) => {
    setEnding(what);
    try {
      await call();
      showSuccess(done);
    } catch (cause) {
      showError(errorMessage(cause));
    }
    setEnding((current) => (current === what ? null : current));
  };
  const endOthers = async () => {
    await end('others', endOtherSessions, t('sessions.othersEnded'));
    setIsAsking(false);
  };
  const endOne = (session: Session) => {
    const device = isolatedName(names.device(session));
    void end(session._id, () => endSession(session._id), t('sessions.ended', { device }));
  };

  return (
    <section aria-labelledby={id} className={styles.sessions} tabIndex={-1} {...retainFocus}>
      <h2 className={styles.title} id={id}>
        {t('sessions.title')}
      </h2>
      {sessions && (
        <>
          <p className={styles.intro}>{t(hasOthers ? 'sessions.intro' : 'sessions.onlyHere')}</p>
          <ul className={styles.list}>
            {sessions.map((session) => (
              <SessionItem
                isEnding={ending === session._id}
                key={session._id}
                now={dataUpdatedAt}
                onEnd={() => {
                  endOne(session);
                }}
                session={session}
              />
            ))}
          </ul>
          {hasOthers && (
            <Button
              onClick={() => {
                setIsAsking(true);
              }}
              variant="outlined"
            >
              {t('sessions.endOthers')}
            </Button>
          )}
        </>
      )}
      {!sessions && failure && <Notice {...failure} title={t('sessions.failed')} />}
      {!sessions && !failure && (
        <div aria-busy="true" className={styles.list}>
          <Skeleton tall width={60} />
          <Skeleton width={40} />
        </div>
      )}
      <ConfirmDialog
        busy={ending === 'others'}
        cancelLabel={t('sessions.cancel')}
        confirmLabel={t('sessions.confirm')}
        onCancel={() => {
          setIsAsking(false);
        }}
        onConfirm={() => void endOthers()}
        open={isAsking}
        title={t('sessions.question')}
      >
        {t('sessions.warning')}
      </ConfirmDialog>
    </section>
  );
}

interface SessionItemProps {
  session: Session;
  /** The time at which the list was loaded. */
  now: number;
  isEnding: boolean;
  onEnd: () => void;
}

/** A session: device, place, last and first use, and a button to end it. The current one is ended in the menu. */
function SessionItem({ session, now, isEnding, onEnd }: SessionItemProps) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const names = useSessionNames();
  const device = names.device(session);
  const place = names.place(session);
  const { isCurrent, lastSeenAt, createdAt } = session;
  return (
    <li className={styles.session}>
      <div className={styles.facts}>
        <p className={styles.device}>
          <span>{device}</span>
          {isCurrent && <span className={styles.current}>{t('sessions.current')}</span>}
        </p>
        {place && (
          <p>
            <bdi>{place}</bdi>
          </p>
        )}
        <p>{t('sessions.lastSeen', { time: relativeTime(lastSeenAt, now, language) })}</p>
        <p>{t('sessions.firstSeen', { time: relativeTime(createdAt, now, language) })}</p>
      </div>
      {!isCurrent && (
        <Button
          aria-label={t('sessions.endDevice', { device })}
          busy={isEnding}
          onClick={onEnd}
          variant="outlined"
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Returns the names of devices and places in the current language. */
function useSessionNames() {
  const { t } = useTranslation('settings');
  const language = useLanguage().code;
  return {
    device: ({ browser, system }: Session): string =>
      browser && system
        ? // Each name has its own direction, and the sentence that of the page.
          t('sessions.device', { browser: isolatedName(browser), system: isolatedName(system) })
        : (browser ?? system ?? t('sessions.unknownDevice')),
    place: ({ place }: Session): string | undefined => {
      if (!place) {
        return undefined;
      }
      const country = intlFormat('DisplayNames', language, { type: 'region' }).of(place.country);
      return [place.city, country].filter(Boolean).join(' · ');
    },
  };
}
