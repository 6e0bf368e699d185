import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction, useConfirmedAction } from '#entities/action/useAction.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useRetainFocus } from '#ui/focus.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { endOtherSessions, endSession, useSessions, type Session } from './api.ts';
import { relativeTime } from './SettingsSection.tsx';
import styles from './Sessions.module.css';
import sectionStyles from './SettingsSection.module.css';

/** Where the user is signed in, with buttons to end one session, or all but the current one. */
export function Sessions() {
  const { t } = useTranslation('settings');
  const { showSuccess } = useSnackbar();
  const names = useSessionNames();
  const id = useId();
  const query = useSessions();
  const { data: sessions, dataUpdatedAt } = query;
  const failure = useQueryFailure(query);
  const retainFocus = useRetainFocus<HTMLElement>(sessions);
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent);

  const one = useAction(({ _id }: Session) => endSession(_id), {
    onDone: (_, session) => {
      showSuccess(t('sessions.ended', { device: isolatedName(names.device(session)) }));
    },
  });
  const others = useConfirmedAction(endOtherSessions, {
    onDone: () => {
      showSuccess(t('sessions.othersEnded'));
    },
  });

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
                isEnding={one.isPending && one.variables._id === session._id}
                key={session._id}
                now={dataUpdatedAt}
                onEnd={() => {
                  one.mutate(session);
                }}
                session={session}
              />
            ))}
          </ul>
          {hasOthers && (
            <Button
              onClick={() => {
                others.ask();
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
        cancelLabel={t('sessions.cancel')}
        confirmLabel={t('sessions.confirm')}
        title={t('sessions.question')}
        {...others.dialog}
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
    <li className={sectionStyles.item}>
      <div className={sectionStyles.facts}>
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
