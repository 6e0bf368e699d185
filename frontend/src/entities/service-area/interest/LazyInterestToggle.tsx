import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import styles from './InterestToggle.module.css';

/** Loaded for signed-in users only. */
export const LazyInterestToggle = lazyComponent(
  async () => (await import('./InterestToggle.tsx')).InterestToggle,
  {
    translations: ['errors', 'services'],
    placeholder: <div className={styles.placeholder} />,
    Failed: NoNotice,
  },
);
