import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** As a share of the line, in percent. */
  width: number;
  /** For a heading. */
  tall?: boolean;
}

/** A bar in the place of a line of text that is on its way. */
export function Skeleton({ width, tall = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={styles.bar}
      style={{ inlineSize: `${width}%`, blockSize: tall ? '1.5rem' : '0.875rem' }}
    />
  );
}
