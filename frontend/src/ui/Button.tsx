import type { ComponentProps } from 'react';
import type { LinkProps } from 'react-router-dom';
import { classNames } from '#lib/classNames.ts';
import { Link } from './Link.tsx';
import { Drawing, Icon, type IconName } from './Icon.tsx';
import styles from './Button.module.css';

/**
 * `filled` is the main action of a screen, `outlined` a secondary one, `quiet` is for bars, and `danger` for an
 * action that cannot be undone.
 */
type Variant = 'filled' | 'outlined' | 'quiet' | 'danger';

interface HasVariant {
  variant?: Variant;
}

interface ButtonProps extends ComponentProps<'button'>, HasVariant {
  /** The action is in progress: the button keeps its label and the focus, and ignores clicks. */
  busy?: boolean;
}

export function Button({ variant = 'filled', busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      className={classes(variant, className)}
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: ignore })}
    >
      {busy && <Spinner size={18} />}
      <span className={styles.content}>{children}</span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant = 'filled', className, ...rest }: LinkProps & HasVariant) {
  return <Link className={classes(variant, className)} {...rest} />;
}

/** As {@link ButtonLink}, to something that is no screen of the app. */
export function ButtonAnchor({
  variant = 'filled',
  className,
  children,
  ...rest
}: ComponentProps<'a'> & HasVariant) {
  return (
    <a className={classes(variant, className)} {...rest}>
      {children}
    </a>
  );
}

function classes(variant: Variant, className: string | undefined): string {
  return classNames(styles.button, styles[variant], className);
}

/** Prevents a click from submitting the form. */
function ignore(event: { preventDefault: () => void }): void {
  event.preventDefault();
}

/** Shows that something is in progress. The text around it says what. */
export function Spinner({ size = 40 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className={styles.spinner}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="3"
      viewBox="0 0 24 24"
      width={size}
    >
      <circle cx="12" cy="12" opacity="0.25" r="10" />
      <path d="M12 2a10 10 0 0 1 10 10" />
    </svg>
  );
}

const SIZE = 22;

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName | { drawing: string };
  /** The accessible name. */
  label: string;
}

/** A round button with an icon, 44 pixels wide for touch. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      aria-label={label}
      className={classNames(styles.iconButton, className)}
      type="button"
      {...rest}
    >
      {typeof icon === 'string' ? (
        <Icon name={icon} size={SIZE} />
      ) : (
        <Drawing path={icon.drawing} size={SIZE} />
      )}
    </button>
  );
}
