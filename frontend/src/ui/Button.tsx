import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '#lib/classNames.ts';
import styles from './Button.module.css';
import { Spinner } from './Spinner.tsx';

/**
 * `filled` is the one thing to do on a screen, `outlined` stands beside it, `quiet` belongs to bars, and `danger` is
 * the one thing to do that cannot be undone.
 */
type Look = 'filled' | 'outlined' | 'quiet' | 'danger';

interface Looks {
  look?: Look;
}

interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** What the button began is under way: it keeps its name and the focus, and does nothing. */
  busy?: boolean;
}

/** Something to do here. */
export function Button({ look = 'filled', busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      className={classes(look, className)}
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: ignore })}
    >
      {busy && <Spinner size={18} />}
      {children}
    </button>
  );
}

/** Somewhere to go, with the looks of a button. */
export function ButtonLink({ look = 'filled', className, ...rest }: LinkProps & Looks) {
  return <Link className={classes(look, className)} {...rest} />;
}

function classes(look: Look, className: string | undefined): string {
  return classNames(styles.button, styles[look], className);
}

/** Keeps a press from sending the form as well. */
function ignore(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
