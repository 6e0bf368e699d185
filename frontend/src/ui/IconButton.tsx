import type { ComponentProps } from 'react';
import { classNames } from '#lib/classNames.ts';
import { Drawing, Icon, type IconName } from './Icon.tsx';
import styles from './IconButton.module.css';

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
      className={classNames(styles.button, className)}
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
