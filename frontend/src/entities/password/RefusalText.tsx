import { useFieldErrorMessage } from '#ui/form/useFieldErrorMessage.ts';
import { Icon } from '#ui/Icon.tsx';
import type { PasswordRefusal } from './passwordRefusal.ts';
import styles from './RefusalText.module.css';

/** The text that the server's refusal of a password would have. */
export function RefusalText({ refusal }: { refusal: PasswordRefusal }) {
  const fieldErrorMessage = useFieldErrorMessage();
  return (
    <p className={styles.warning}>
      <Icon className={styles.icon} name="warning" size={16} />
      <span>{fieldErrorMessage(refusal)}</span>
    </p>
  );
}
