import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './Step.module.css';

/** From when on the proof of work is slow, in milliseconds. */
const SLOW = 10_000;

/** Shows that the browser makes a proof of work. Its duration is random, so there is no percentage to show. */
export function ProofProgress() {
  const { t } = useTranslation('signupSteps');
  const [isSlow, setIsSlow] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => {
      setIsSlow(true);
    }, SLOW);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  return (
    <span className={styles.registering}>
      <Spinner size={24} />
      <span>{isSlow ? t('proof.slow') : t('proof.working')}</span>
    </span>
  );
}
