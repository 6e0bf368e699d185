import { useId, type ReactNode } from 'react';
import { courseArtwork } from '#entities/course/artwork.ts';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import styles from './ListCard.module.css';

/** How many courses a list shows. */
export const SHOWN = 3;

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

interface CourseRowProps {
  course: { name: string; artwork?: string };
  /** The facts below the name. */
  children: ReactNode;
}

/** A course in a short list. */
export function CourseRow({ course, children }: CourseRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.picture}>
        {course.artwork && (
          <img alt="" height={54} loading="lazy" src={courseArtwork(course.artwork)} width={96} />
        )}
      </div>
      <div className={styles.text}>
        <h4 className={styles.name}>
          <bdi>{course.name}</bdi>
        </h4>
        <div className={styles.facts}>{children}</div>
      </div>
    </li>
  );
}

const rows = Array.from({ length: SHOWN }, (_, index) => index);

/** Placeholder while a short list loads, in its size. The text is for screen readers. */
export function CourseRowSkeletons({ text }: { text: string }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      <div aria-busy="true" className={styles.skeletons}>
        {rows.map((row) => (
          <div className={styles.row} key={row}>
            <div className={styles.picture} />
            <div className={styles.text}>
              <Skeleton tall width={60} />
              <Skeleton width={40} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
