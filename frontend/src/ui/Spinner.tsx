import styles from './Spinner.module.css';

/** Shows that something is in progress. The text around it says what. */
export function Spinner({ size = 40 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className={styles.spinner}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="3"
      viewBox="0 0 24 24"
      width={size}
    >
      <circle cx="12" cy="12" opacity="0.25" r="10" />
      <path d="M12 2a10 10 0 0 1 10 10" />
    </svg>
  );
}
