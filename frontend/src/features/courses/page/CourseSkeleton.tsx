import { useTranslation } from 'react-i18next';
import { Loading } from '#ui/Skeleton.tsx';

/** Placeholder while the course loads, or what the user has of it. */
export function CourseSkeleton() {
  const { t } = useTranslation('coursePage');
  return (
    <div>
      <Loading text={t('loading')} widths={[60, 90, 80]} />
    </div>
  );
}
