import type { ComponentProps } from 'react';
import { classNames } from '#lib/classNames.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** What the button does: the icon alone tells a screen reader nothing. */
  label: string;
}

/** A round button with nothing but an icon, 44 pixels wide so that a thumb finds it. */
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
