import { useCourses } from '#entities/course/api/listCourses.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/** The names of courses in the current language, as a list in a sentence. */
export function CourseNames({ ids }: { ids: readonly string[] }) {
  const { dates } = useLanguage();
  const { data: courses } = useCourses();
  const names = ids.map((id) => courses?.find(({ _id }) => _id === id)?.name ?? id);
  return <bdi>{intlFormat('ListFormat', dates, {}).format(names)}</bdi>;
}
