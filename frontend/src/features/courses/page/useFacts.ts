import { useTranslation } from 'react-i18next';
import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import { languageNames } from '#entities/course/languageNames.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/** The facts of a course that the catalogue has, each with its name. */
export function useFacts(course: CourseDetails): { name: string; value: string }[] {
  const { t } = useTranslation(['coursePage', 'courses']);
  const language = useLanguage();
  const { level, hours, sessions, sessionMinutes, languages, format, groupSize, recordings } =
    course;
  const amount = (count: number, options?: Intl.NumberFormatOptions) =>
    intlFormat('NumberFormat', language.dates, options).format(count);
  const length = (count: number, unit: 'hour' | 'minute') =>
    amount(count, { style: 'unit', unit, unitDisplay: 'long' });
  const facts = [
    [t('facts.level'), level && t(`courses:levels.${level}`)],
    [t('facts.hours'), hours && length(hours, 'hour')],
    [t('facts.sessions'), sessions && amount(sessions)],
    [t('facts.sessionMinutes'), sessionMinutes && length(sessionMinutes, 'minute')],
    [t('facts.languages'), languages && languageNames(languages, language)],
    [t('facts.format'), format && t(`formats.${format}`)],
    [t('facts.groupSize'), groupSize && t('atMost', { count: groupSize })],
    [t('facts.recordings'), recordings !== undefined && t(recordings ? 'recorded' : 'notRecorded')],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
