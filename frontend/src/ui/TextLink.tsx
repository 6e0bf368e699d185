import { Link, type LinkProps } from 'react-router-dom';
import styles from './TextLink.module.css';

/** Somewhere to go, on a line of its own: as tall as a thumb needs it. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link className={styles.link} {...props} />;
}
