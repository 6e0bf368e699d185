import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/Skeleton.tsx';

/** Placeholder while the user's courses load. */
export function MemberEnrolmentSkeleton() {
  const { t } = useTranslation('coursePage');
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <Skeleton tall width={60} />
      <Skeleton width={90} />
    </div>
  );
}
