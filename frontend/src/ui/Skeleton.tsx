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

interface LoadingProps {
  /** For screen readers. */
  text: string;
  /** Of a heading and lines below it, in percent. */
  widths: number[];
  className?: string | undefined;
}

export function Loading({ text, widths, className }: LoadingProps) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      <div aria-busy="true" className={className}>
        {widths.map((width, index) => (
          <Skeleton key={index} tall={index === 0} width={width} />
        ))}
      </div>
    </>
  );
}

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
