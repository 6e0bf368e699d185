import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses } from '#entities/my-courses/api.ts';
import { useCurrentUser, prefetchCurrentUser } from '#entities/user/currentUser.ts';
import type { User } from '#entities/user/api.ts';
import { isolatedName, isolatedEmail } from '#i18n/isolate.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { StartingSoon, UpcomingCourses } from './UpcomingCourses.tsx';
import styles from './SignedInHome.module.css';

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

/** What the user has to do next, each with the link to where it is done. Nothing when there is nothing to do. */
function NextSteps({ user }: { user: User }) {
  const { t } = useTranslation('myCourses');
  const steps = nextStepsOf(user);
  return (
    steps.length > 0 && (
      <div className={styles.next}>
        <h3>{t('home.steps.title')}</h3>
        <ul className={styles.steps}>
          {steps.map(({ id, to }) => (
            <li className={styles.step} key={id}>
              <div className={styles.text}>
                <h4 className={styles.title}>{t(`home.steps.${id}.title`)}</h4>
                <p>
                  {t(`home.steps.${id}.text`, {
                    email: isolatedEmail(user.emailChange?.email ?? ''),
                  })}
                </p>
              </div>
              <ButtonLink to={to} variant="outlined">
                {t(`home.steps.${id}.action`)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </div>
    )
  );
}

/** Something that the user has to do or to know, and where. */
interface NextStep {
  id: 'emailChange' | 'birthdate' | 'curriculum' | 'taughtCourses' | 'pending' | 'declined';
  to: '/profile' | '/settings';
}

/** What the user has to do next, the most urgent first. */
export function nextStepsOf({ emailChange, birthdate, teacher }: User): NextStep[] {
  const review = teacher?.review?.status;
  const steps: (NextStep | false | null | undefined)[] = [
    emailChange && { id: 'emailChange', to: '/settings' },
    birthdate === null && { id: 'birthdate', to: '/profile' },
    teacher?.curriculum === null && { id: 'curriculum', to: '/profile' },
    teacher?.courses.length === 0 && { id: 'taughtCourses', to: '/profile' },
    review && review !== 'approved' && { id: review, to: '/profile' },
  ];
  return steps.filter((step) => !!step);
}

const PATIENCE_MS = 1000;

/**
 * Returns the part of a signed-in user once the user is known or could not be fetched, at the latest after a second. The height of the
 * next steps depends on the user, and would move everything below them.
 */
export async function loadSignedInHome(): Promise<typeof SignedInHome> {
  const patience = new Promise((done) => setTimeout(done, PATIENCE_MS));
  await Promise.race([prefetchCurrentUser(), patience]);
  return SignedInHome;
}
