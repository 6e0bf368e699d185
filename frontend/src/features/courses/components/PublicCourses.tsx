import { CourseCard } from './CourseCard.tsx';
import { CourseCatalogue } from './CourseCatalogue.tsx';

/** The list of courses, for visitors. */
export function PublicCourses() {
  return <CourseCatalogue renderCard={(course) => <CourseCard course={course} />} />;
}
