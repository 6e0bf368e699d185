import { useParams } from 'react-router-dom';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { MyCourseList } from './MyCourseList.tsx';
import { PlacePage } from './PlacePage.tsx';

const ReceiptPage = lazyComponent<{ courseId: string; number: string }>(
  async () => (await import('./ReceiptPage.tsx')).ReceiptPage,
);

const ProformaPage = lazyComponent<{ courseId: string }>(
  async () => (await import('./ReceiptPage.tsx')).ProformaPage,
);

/** The user's places: all of them, or below it the one in the course with the id in the path, one of its receipts, or its proforma invoice. */
export function MyCoursesScreen() {
  const path = useParams()['*']?.replace(/\/$/, '') ?? '';
  const [, courseId, number] = /^([^/]+)\/receipts\/([^/]+)$/.exec(path) ?? [];
  if (courseId && number) {
    return <ReceiptPage courseId={courseId} key={number} number={number} />;
  }
  const [, unpaid] = /^([^/]+)\/proforma$/.exec(path) ?? [];
  if (unpaid) {
    return <ProformaPage courseId={unpaid} key={unpaid} />;
  }
  return path ? <PlacePage courseId={path} key={path} /> : <MyCourseList />;
}
