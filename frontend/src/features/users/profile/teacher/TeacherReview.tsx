import { useTranslation } from 'react-i18next';
import type { User } from '#entities/user/user.ts';
import { TextLink } from '#ui/TextLink.tsx';
import styles from './TeacherReview.module.css';

interface TeacherReviewProps {
  review: NonNullable<NonNullable<User['teacher']>['review']>;
}

/**
 * The review of a teacher's application, where the operator reviews applications. The reason is the operator's
 * own text. A refused teacher who has changed something writes to the operator.
 */
export function TeacherReview({ review }: TeacherReviewProps) {
  const { t } = useTranslation(['profileFiles', 'common']);
  return (
    <div className={styles.review}>
      <p>{t(`review.${review.status}`)}</p>
      {review.reason && (
        <>
          <p>{t('review.reason')}</p>
          <blockquote className={styles.reason} dir="auto">
            {review.reason}
          </blockquote>
        </>
      )}
      {review.status === 'declined' && (
        <TextLink to="/contact">{t('common:pages.contact')}</TextLink>
      )}
    </div>
  );
}
