import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { WhenNear } from '#ui/WhenNear.tsx';
import { AboutScreen } from '#features/about/AboutScreen.tsx';
import { CourseSkeletons } from '#features/courses/components/CourseSkeletons.tsx';

const PublicCourses = lazyComponent(
  async () => (await import('#features/courses/components/PublicCourses.tsx')).PublicCourses,
  { placeholder: <CourseSkeletons /> },
);

/** The courses' about page, which lists what there is (spec §2, About pages). Two features meet here. */
export function AboutCoursesScreen() {
  return (
    <AboutScreen area="courses">
      <WhenNear placeholder={<CourseSkeletons />}>
        <PublicCourses />
      </WhenNear>
    </AboutScreen>
  );
}
