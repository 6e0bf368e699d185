import { AboutScreen } from '../../features/about/screens/AboutScreen.tsx';
import { PublicCourses } from '../../features/courses/components/PublicCourses.tsx';

/** The courses' about page, which lists what there is (spec §2, About pages). Two features meet here. */
export function AboutCoursesScreen() {
  return (
    <AboutScreen pillar="courses">
      <div>
        <PublicCourses />
      </div>
    </AboutScreen>
  );
}
