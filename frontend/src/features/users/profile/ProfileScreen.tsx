import { useTranslation } from 'react-i18next';
import { useCountries } from '#entities/country/useCountries.ts';
import { Avatar } from '#entities/user/Avatar.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { Card } from '#ui/Card.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { useFreshProfile } from './api.ts';
import { MyCoursesSkeleton } from './MyCoursesSkeleton.tsx';
import { PHOTO_SIZE, ProfileForm } from './ProfileForm.tsx';
import myCoursesStyles from './MyCourses.module.css';
import styles from './ProfileScreen.module.css';

/** The profile editor (spec §2, Profile), and the user's courses. */
export function ProfileScreen() {
  const { t } = useTranslation(['profile', 'common']);
  const profile = useFreshProfile();
  const countries = useCountries();
  const isLoading = profile.isPending || countries.isPending;
  return (
    <FormScreen
      // The form would push the courses down.
      below={!isLoading && <LazyMyCourses />}
      intro={t('intro')}
      title={t('common:pages.profile')}
      wide
    >
      <Editor countries={countries} profile={profile} />
    </FormScreen>
  );
}

interface EditorProps {
  profile: ReturnType<typeof useFreshProfile>;
  countries: ReturnType<typeof useCountries>;
}

function Editor({ profile, countries }: EditorProps) {
  const { t } = useTranslation('profile');
  const { data: current } = useCurrentUser();
  const failures = [useQueryFailure(profile), useQueryFailure(countries)].filter(
    (failure) => failure !== null,
  );

  if (profile.data && countries.data) {
    return <ProfileForm countries={countries.data} profile={profile.data} />;
  }
  if (failures[0]) {
    return (
      <Notice
        {...failures[0]}
        isRetrying={failures.some(({ isRetrying }) => isRetrying)}
        onRetry={() => {
          failures.forEach(({ onRetry }) => {
            onRetry();
          });
        }}
        title={t('failed')}
      />
    );
  }
  return (
    <div className={styles.loading}>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      {current && <Avatar size={PHOTO_SIZE} user={current.user} />}
      <Skeleton tall width={60} />
    </div>
  );
}

/** Loaded after the form, which is above it. */
const LazyMyCourses = lazyComponent(async () => (await import('./MyCourses.tsx')).MyCourses, {
  placeholder: (
    <div className={myCoursesStyles.section}>
      <Card className={myCoursesStyles.card}>
        <MyCoursesSkeleton />
      </Card>
    </div>
  ),
  translations: ['myCourses'],
});
