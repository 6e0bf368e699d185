import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Step.module.css';

interface StepTitleProps {
  children: ReactNode;
  id?: string;
  /** False when the screen has just been opened, or something else is announced first. */
  takesFocus?: boolean;
  /** The screen already shows the name of the step. */
  isHidden?: boolean;
}

/** The heading of a step. It takes the focus when the step begins. */
export function StepTitle({ children, id, takesFocus = true, isHidden = false }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) {
      return;
    }
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [takesFocus]);
  return (
    <h2 className={isHidden ? 'visually-hidden' : styles.title} id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
