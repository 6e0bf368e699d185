import { useTranslation } from 'react-i18next';
import { formatTimeZone } from '#entities/course/formatRun.ts';
import { isJoinable, joinPath, nextSession, useNow } from '#entities/course/sessions.ts';
import { formatComingTimes } from '#i18n/formatTimes.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ButtonLink } from '#ui/Button.tsx';
import type { MyCourse } from './api.ts';

interface NextSessionProps {
  course: MyCourse['course'];
  run: NonNullable<MyCourse['run']>;
}

/** The next session of a run, and the way into it while it is open. Needs the translations `myCourses`. */
export function NextSession({ course, run }: NextSessionProps) {
  const { t } = useTranslation('myCourses');
  const language = useLanguage();
  const now = useNow();
  const { timeZone } = run;
  const session = nextSession(run.sessions, now);
  if (!session || !timeZone) {
    return null;
  }
  const times = formatComingTimes(language.dates, session, timeZone, now);
  return (
    <>
      <p>{t('session.next', { time: `${times} (${formatTimeZone({ timeZone }, language)})` })}</p>
      {isJoinable(session, now) && (
        <ButtonLink
          aria-label={t('session.joinNamed', { course: course.name })}
          to={joinPath(course._id, run.id, session.number)}
        >
          {t('session.join')}
        </ButtonLink>
      )}
    </>
  );
}
