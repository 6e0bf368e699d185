import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useRetainFocus } from '#ui/useRetainFocus.ts';
import styles from './SettingsSection.module.css';
import type { Elements } from '#ui/elements.ts';

interface SettingsSectionProps {
  title: string;
  /** The current state, shown with the form and without it. */
  summary?: Elements;
  /** The label of the button that opens the form. Undefined when the form cannot be opened now. */
  openLabel: string | undefined;
  /** Changes when the buttons of the summary change. */
  summaryState?: string | undefined;
  /** The form. It is mounted while it is open, so that nothing that was typed remains. */
  children: (close: () => void) => Elements;
}

/**
 * A part of the settings with a form that opens in place. When the form closes, the focus returns to the button, or to the
 * section without one.
 */
export function SettingsSection({
  title,
  summary,
  openLabel,
  summaryState,
  children,
}: SettingsSectionProps) {
  /** Identifies the open form: a late response to an earlier one does not close it. */
  const [openForm, setOpenForm] = useState<symbol>();
  const id = useId();
  const retainFocus = useRetainFocus<HTMLElement>([openLabel, summaryState].join());
  const section = retainFocus.ref;
  const button = useRef<HTMLButtonElement>(null);
  const [timesClosed, setTimesClosed] = useState(0);
  const close = () => {
    setOpenForm((current) => (current === openForm ? undefined : current));
    setTimesClosed((times) => times + 1);
  };
  useEffect(() => {
    // Unless another element has taken the focus.
    if (timesClosed > 0 && document.activeElement === document.body) {
      (button.current ?? section.current)?.focus();
    }
  }, [timesClosed, section]);
  return (
    <section aria-labelledby={id} className={styles.section} tabIndex={-1} {...retainFocus}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {summary}
      {openForm
        ? children(close)
        : openLabel !== undefined && (
            <Button
              variant="outlined"
              onClick={() => {
                setOpenForm(Symbol());
              }}
              ref={button}
            >
              {openLabel}
            </Button>
          )}
    </section>
  );
}
