import { listCatalogue, providedCatalogue } from '#entities/course/catalogue.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { CourseCard } from './CourseCard.tsx';
import { CourseGroups } from './CourseGroups.tsx';

/** The courses of the catalogue's files with links to their pages, for browsers without JavaScript. Only prerendered pages have it. */
export function PrerenderedCourses() {
  const { code } = useLanguage();
  const courses = listCatalogue(providedCatalogue(), code);
  return <CourseGroups courses={courses} renderCard={(course) => <CourseCard course={course} />} />;
}
