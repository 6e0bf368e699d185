import { useId, type ReactNode } from 'react';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import styles from './ListCard.module.css';

interface ListCardProps {
  title: string;
  /** Where there are more. */
  link: { to: string; text: string };
  children: ReactNode;
}

/** A card with a list of courses. It keeps room for a full list, so that nothing moves when the list arrives. */
export function ListCard({ title, link, children }: ListCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} as="section">
      <h3 id={id}>{title}</h3>
      <div className={styles.content}>{children}</div>
      <div>
        <TextLink to={link.to}>
          <span>{link.text}</span>
          <Icon name="arrow" />
        </TextLink>
      </div>
    </Card>
  );
}
