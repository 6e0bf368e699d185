import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import styles from './SettingsSection.module.css';

interface SettingsSectionProps {
  title: string;
  /** The current state, shown with the form and without it. */
  summary?: ReactNode;
  /** The label of the button that opens the form. */
  openLabel: string;
  /** The form. It is mounted while it is open, so that nothing that was typed remains. */
  children: (close: () => void) => ReactNode;
}

/** A part of the settings with a form that opens in place. When the form closes, the focus returns to the button. */
export function SettingsSection({ title, summary, openLabel, children }: SettingsSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [timesClosed, setTimesClosed] = useState(0);
  const close = () => {
    setIsOpen(false);
    setTimesClosed((times) => times + 1);
  };
  useEffect(() => {
    if (timesClosed > 0) {
      button.current?.focus();
    }
  }, [timesClosed]);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {summary}
      {isOpen ? (
        children(close)
      ) : (
        <Button
          variant="outlined"
          onClick={() => {
            setIsOpen(true);
          }}
          ref={button}
        >
          {openLabel}
        </Button>
      )}
    </section>
  );
}
