import { memo, type ReactNode } from 'react';
import { courseTypes, type Course } from '#entities/course/api/listCourses.ts';
import { CourseGroup } from './CourseGroup.tsx';

/** How many cards are rendered at once: thousands would block the page. */
export const PORTION = 60;

interface CourseGroupsProps {
  courses: Course[];
  renderCard: (course: Course) => ReactNode;
}

/** The courses in their groups, rendered again only for other courses or cards. */
export const CourseGroups = memo(function CourseGroups({ courses, renderCard }: CourseGroupsProps) {
  return courseTypes.map((type) => (
    <CourseGroup
      courses={courses.filter((course) => course.type === type)}
      key={type}
      renderCard={renderCard}
      type={type}
    />
  ));
});
