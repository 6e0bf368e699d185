import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { useCountries } from '#entities/country/useCountries.ts';
import { Avatar } from '#entities/user/Avatar.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useFreshProfile } from './api.ts';
import { PHOTO_SIZE, ProfileForm } from './ProfileForm.tsx';
import styles from './ProfileScreen.module.css';

/** Where emails have led to the courses of the user. */
const COURSES_ANCHOR = '#my-courses';

/** The profile editor (spec §2, Profile). */
export function ProfileScreen() {
  const { t } = useTranslation(['profile', 'common']);
  const profile = useFreshProfile();
  const countries = useCountries();
  if (useLocation().hash === COURSES_ANCHOR) {
    return <Navigate replace to="/my-courses" />;
  }
  return (
    <FormScreen intro={t('intro')} title={t('common:pages.profile')} wide>
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
