import styles from './Skeleton.module.css';
import { Card } from './Card.tsx';
import formStyles from './form/FormScreen.module.css';

interface SkeletonProps {
  /** In percent of the line. */
  width: number;
  /** For a heading. */
  tall?: boolean;
}

/** A placeholder for a line of text. */
export function Skeleton({ width, tall = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={styles.bar}
      style={{ inlineSize: `${width}%`, blockSize: tall ? '1.5rem' : '0.875rem' }}
    />
  );
}

/** Widths of lines, in percent. */
const LINES = [100, 92, 96, 60];

/** Placeholder while a screen with a form waits for what it needs. The text is for screen readers. */
export function FormScreenSkeleton({ text }: { text: string }) {
  return (
    <div aria-busy="true" className={formStyles.screen} role="status">
      <span className="visually-hidden">{text}</span>
      <Card className={formStyles.card}>
        <Skeleton tall width={50} />
        {LINES.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </Card>
    </div>
  );
}
