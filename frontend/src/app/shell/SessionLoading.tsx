import { useTranslation } from 'react-i18next';
import { FormScreenSkeleton } from '#ui/Skeleton.tsx';

/** Stands in for a screen while the user is fetched. */
export function SessionLoading() {
  const { t } = useTranslation();
  return <FormScreenSkeleton text={t('session.loading')} />;
}
