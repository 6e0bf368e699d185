import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import { CalendarButton } from './CalendarButton.tsx';
import styles from './Enrolment.module.css';
import { RunFacts } from './RunFacts.tsx';
import type { RunWithState } from './runs.ts';

interface RunListProps {
  course: CourseDetails;
  runs: RunWithState[];
}

/** The runs of a course, the next one first. */
export function RunList({ course, runs }: RunListProps) {
  return (
    runs.length > 0 && (
      <ul className={styles.runs}>
        {runs.map(({ run, state }) => (
          <li key={run.id}>
            <RunFacts course={course} run={run} state={state} />
            <CalendarButton course={course} run={run} />
          </li>
        ))}
      </ul>
    )
  );
}
