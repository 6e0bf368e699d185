import { ApplicationList } from './ApplicationList.tsx';
import { ApplicationView } from './ApplicationView.tsx';

/** Teachers' applications: the list, and below it one application. */
export function ApplicationsPage({ path }: { path: string }) {
  return path ? <ApplicationView id={path} key={path} /> : <ApplicationList />;
}
