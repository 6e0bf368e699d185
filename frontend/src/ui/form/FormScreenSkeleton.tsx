import { Card } from '../Card.tsx';
import { Skeleton } from '../Skeleton.tsx';
import styles from './FormScreen.module.css';

/** Widths of lines, in percent. */
const LINES = [100, 92, 96, 60];

/** Placeholder while a screen with a form waits for what it needs. The text is for screen readers. */
export function FormScreenSkeleton({ text }: { text: string }) {
  return (
    <div aria-busy="true" className={styles.screen} role="status">
      <span className="visually-hidden">{text}</span>
      <Card className={styles.card}>
        <Skeleton tall width={50} />
        {LINES.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </Card>
    </div>
  );
}
