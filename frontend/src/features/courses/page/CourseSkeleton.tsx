import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/Skeleton.tsx';

/** Placeholder while the course loads, or what the user has of it. */
export function CourseSkeleton() {
  const { t } = useTranslation('coursePage');
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <Skeleton tall width={60} />
      <Skeleton width={90} />
      <Skeleton width={80} />
    </div>
  );
}
