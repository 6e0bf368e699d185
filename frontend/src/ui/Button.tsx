import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '#lib/classNames.ts';
import styles from './Button.module.css';
import { Spinner } from './Spinner.tsx';

/**
 * `filled` is the main action of a screen, `outlined` a secondary one, `quiet` is for bars, and `danger` for an
 * action that cannot be undone.
 */
type Look = 'filled' | 'outlined' | 'quiet' | 'danger';

interface Looks {
  look?: Look;
}

interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** The action is in progress: the button keeps its label and the focus, and ignores clicks. */
  busy?: boolean;
}

/** A button. */
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

/** A link that looks like a button. */
export function ButtonLink({ look = 'filled', className, ...rest }: LinkProps & Looks) {
  return <Link className={classes(look, className)} {...rest} />;
}

function classes(look: Look, className: string | undefined): string {
  return classNames(styles.button, styles[look], className);
}

/** Prevents a click from submitting the form. */
function ignore(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
