import { classNames } from '#lib/classNames.ts';
import styles from './Steps.module.css';

interface StepsProps {
  steps: readonly { id: string; title: string; text: string }[];
  className?: string | undefined;
}

/** What happens one after the other, in a section with a heading of the second level. */
export function Steps({ steps, className }: StepsProps) {
  return (
    <ol className={classNames(styles.steps, className)}>
      {steps.map(({ id, title, text }) => (
        <li key={id}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
