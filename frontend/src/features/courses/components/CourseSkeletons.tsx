import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/classNames.ts';
import { Card } from '#ui/Card.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import cardStyles from './CourseCard.module.css';
import styles from './CourseCatalogue.module.css';

const CARDS = ['1', '2', '3', '4', '5', '6'];

/** Widths of the lines of a description. */
const LINES = [98, 94, 100, 96, 58];

/** Placeholder while the list loads. Without scripts it never loads: prerendered pages then have the list of the catalogue's files. */
export function CourseSkeletons() {
  const { t } = useTranslation('courses');
  return (
    <div className={styles.group}>
      <noscript>{listWithoutScripts.content}</noscript>
      <p className={classNames('visually-hidden', styles.loading)} role="status">
        {t('loading')}
      </p>
      <div aria-hidden="true" className={styles.loading}>
        <Skeleton tall width={40} />
        <div className={styles.cards}>
          {CARDS.map((card) => (
            <Card className={cardStyles.card} key={card}>
              <Skeleton tall width={70} />
              {LINES.map((width) => (
                <Skeleton key={width} width={width} />
              ))}
            </Card>
          ))}
        </div>
      </div>
    </div>
  );
}

/** What prerendered pages have in the place of the list. There is nothing in the browser, whose code must not import it. */
export const listWithoutScripts: { content: ReactNode } = { content: null };
