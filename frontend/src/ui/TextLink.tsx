import type { LinkProps } from 'react-router-dom';
import { Link } from './Link.tsx';
import styles from './TextLink.module.css';

/** A link on its own line, tall enough for touch. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link className={styles.link} {...props} />;
}
