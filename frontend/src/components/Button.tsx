import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './Button.module.css';

/** `filled` is the one thing to do on a screen, `outlined` stands beside it, `quiet` belongs to bars. */
type Look = 'filled' | 'outlined' | 'quiet';

interface Looks {
  look?: Look;
}

/** Something to do here. */
export function Button({ look = 'filled', className, ...rest }: ComponentProps<'button'> & Looks) {
  return <button className={classes(look, className)} type="button" {...rest} />;
}

/** Somewhere to go, with the looks of a button. */
export function ButtonLink({ look = 'filled', className, ...rest }: LinkProps & Looks) {
  return <Link className={classes(look, className)} {...rest} />;
}

function classes(look: Look, className: string | undefined): string {
  return [styles['button'], styles[look], className].filter(Boolean).join(' ');
}
