import type { HTMLAttributes } from 'react';
import { classNames } from '#lib/classNames.ts';
import styles from './Card.module.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'article' | 'div' | 'li' | 'section';
}

/** A raised surface with a border. Its children stand below each other. */
export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  return <Element className={classNames(styles.card, className)} {...rest} />;
}
