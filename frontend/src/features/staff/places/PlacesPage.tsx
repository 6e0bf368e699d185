import { PlaceDetail } from './PlaceDetail.tsx';
import { PlaceList } from './PlaceList.tsx';

/** The places of learners: a list, or below it the place of a user in a course. */
export function PlacesPage({ path }: { path: string }) {
  const [user, course] = path.split('/');
  return user && course ? <PlaceDetail course={course} key={path} user={user} /> : <PlaceList />;
}
