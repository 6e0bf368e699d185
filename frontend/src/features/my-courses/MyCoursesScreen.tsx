import { useParams } from 'react-router-dom';
import { MyCourseList } from './MyCourseList.tsx';
import { PlacePage } from './PlacePage.tsx';

/** The user's places: all of them, or below it the one in the course with the id in the path. */
export function MyCoursesScreen() {
  const courseId = useParams()['*']?.replace(/\/$/, '');
  return courseId ? <PlacePage courseId={courseId} key={courseId} /> : <MyCourseList />;
}
