import type { ReactNode } from 'react';
import { Card } from '../Card.tsx';
import { ScreenTitle } from '../ScreenTitle.tsx';
import styles from './FormScreen.module.css';
import type { Elements } from '../elements.ts';

interface FormScreenProps {
  title: string;
  intro?: ReactNode;
  /** Stands above the title: a link back, or the number of the step. */
  header?: Elements;
  /** Where else the user may want to go. */
  links?: ReactNode;
  /** For forms with fields side by side. */
  wide?: boolean;
  children: Elements;
}

/** A screen with one form on a card. */
export function FormScreen({
  title,
  intro,
  header,
  links,
  wide = false,
  children,
}: FormScreenProps) {
  return (
    <div className={styles.screen}>
      <Card as="section" className={styles.card} data-wide={wide || undefined}>
        {header}
        <div className={styles.heading}>
          <ScreenTitle className={styles.title} documentTitle={title}>
            {title}
          </ScreenTitle>
          {intro && <div className={styles.intro}>{intro}</div>}
        </div>
        {children}
      </Card>
      {links && <div className={styles.links}>{links}</div>}
    </div>
  );
}
