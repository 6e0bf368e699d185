import { useTranslation } from 'react-i18next';
import { Card } from '#ui/Card.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import cardStyles from './CourseCard.module.css';
import styles from './CourseGroup.module.css';

const CARDS = ['1', '2', '3', '4', '5', '6'];

/** Widths of the lines of a description. */
const LINES = [98, 94, 100, 96, 58];

/** Placeholder while the list loads. Without scripts it never loads. */
export function CourseSkeletons() {
  const { t } = useTranslation('courses');
  return (
    <div className={styles.group}>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <noscript>
        <p>{t('needsScripts')}</p>
      </noscript>
      <Skeleton tall width={40} />
      <div aria-hidden="true" className={styles.cards}>
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
  );
}
