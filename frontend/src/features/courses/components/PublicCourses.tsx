import type { Course } from '#entities/course/api.ts';
import type { CourseSearch } from '../search/useCourseSearch.ts';
import { CourseCard } from './CourseCard.tsx';
import { CourseCatalogue } from './CourseCatalogue.tsx';

/** The list of courses, for visitors. */
export function PublicCourses({ search }: { search?: CourseSearch }) {
  return <CourseCatalogue renderCard={renderCard} search={search} />;
}

function renderCard(course: Course) {
  return <CourseCard course={course} />;
}
