import { AboutScreen } from '#features/about/AboutScreen.tsx';
import { CourseSkeletons } from '#features/courses/components/CourseSkeletons.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { WhenNear } from '#ui/WhenNear.tsx';

const PublicCourses = lazyComponent(
  async () => (await import('#features/courses/components/CourseCatalogue.tsx')).PublicCourses,
  { placeholder: <CourseSkeletons /> },
);

/** The about screen of courses, with the list of courses (spec §2, About pages). It combines two features. */
export function AboutCoursesScreen() {
  return (
    <AboutScreen area="courses">
      <WhenNear distance={50} placeholder={<CourseSkeletons />}>
        <PublicCourses />
      </WhenNear>
    </AboutScreen>
  );
}
