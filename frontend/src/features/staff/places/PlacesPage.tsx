import { PlaceDetail } from './PlaceDetail.tsx';
import { PlaceList } from './PlaceList.tsx';
import { ProformaPage } from './ProformaPage.tsx';

/** The places of learners: a list, or below it the place of a user in a course, or its proforma. */
export function PlacesPage({ path }: { path: string }) {
  const [user, course, page] = path.split('/');
  if (!user || !course) {
    return <PlaceList />;
  }
  return page === 'proforma' ? (
    <ProformaPage course={course} user={user} />
  ) : (
    <PlaceDetail course={course} key={path} user={user} />
  );
}
