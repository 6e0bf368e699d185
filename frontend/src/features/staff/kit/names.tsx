import { useCountries } from '#entities/country/useCountries.ts';
import { useCourses } from '#entities/course/api.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/** The name of a course. A withdrawn one has its id alone. */
export function CourseName({ id }: { id: string }) {
  const courses = useCourses().data ?? [];
  return <bdi>{courses.find(({ _id }) => _id === id)?.name ?? id}</bdi>;
}

/** The name of a country in the reader's language. On the wire it is the English one. */
export function CountryName({ name }: { name: string }) {
  const { code } = useLanguage();
  const countries = useCountries().data ?? [];
  return <bdi>{countries.find(({ names }) => names.en === name)?.names[code] ?? name}</bdi>;
}
