import type { ComponentProps } from 'react';
import { classNames } from '#lib/classNames.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** The accessible name. */
  label: string;
}

/** A round button with an icon, 44 pixels wide for touch. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      aria-label={label}
      className={classNames(styles.button, className)}
      type="button"
      {...rest}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}
