import { RunDetail } from './RunDetail.tsx';
import { RunList } from './RunList.tsx';

/** The runs of all courses: a list, or below it one run. */
export function RunsPage({ path }: { path: string }) {
  const [course, run] = path.split('/');
  return course && run ? <RunDetail course={course} key={path} run={run} /> : <RunList />;
}
