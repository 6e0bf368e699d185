import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses } from '#entities/my-courses/api.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { NextSteps } from './NextSteps.tsx';
import styles from './SignedInHome.module.css';
import { StartingSoon } from './StartingSoon.tsx';
import { UpcomingCourses } from './UpcomingCourses.tsx';

/** What a signed-in user has to do next, their courses, and courses that start soon. */
export function SignedInHome() {
  const { t } = useTranslation('myCourses');
  const id = useId();
  const { data, isPending } = useCurrentUser();
  const mine = useMyCourses();
  const user = data?.user;
  // Public screens are shown without the user when they could not be loaded.
  return (
    (user ?? isPending) && (
      <section aria-labelledby={user && id} className={styles.section}>
        {user ? (
          <h2 id={id}>{t('home.greeting', { name: isolatedName(user.fullname) })}</h2>
        ) : (
          <Skeleton tall width={50} />
        )}
        {user && <NextSteps user={user} />}
        <div className={styles.lists}>
          <UpcomingCourses mine={mine} />
          <StartingSoon isReady={mine.isFetched} mine={mine.data} />
        </div>
      </section>
    )
  );
}
