import { CourseCard } from './CourseCard.tsx';
import { CourseCatalogue } from './CourseCatalogue.tsx';

/** The list for visitors: what each course is. */
export function PublicCourses() {
  return <CourseCatalogue renderCard={(course) => <CourseCard course={course} />} />;
}
