import { useErrorText } from '../../api/errorText.ts';
import { Icon } from '../Icon.tsx';
import styles from './FormError.module.css';

interface FormErrorProps {
  failure: unknown;
  fallback?: string | undefined;
  id?: string | undefined;
  isSaidElsewhere?: boolean;
}

/** Says why the server would not take a form. Announced as soon as it appears, and stays until the next attempt. */
export function FormError({ failure, fallback, id, isSaidElsewhere }: FormErrorProps) {
  const errorText = useErrorText();
  return (
    failure !== undefined && (
      <p className={styles['error']} id={id} role={isSaidElsewhere ? undefined : 'alert'}>
        <Icon className={styles['icon']} name="warning" />
        {errorText(failure, fallback)}
      </p>
    )
  );
}
