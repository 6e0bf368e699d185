import styles from './Skeleton.module.css';

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
