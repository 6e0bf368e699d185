import { useTranslation } from 'react-i18next';
import type { User } from '#entities/user/user.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { nextStepsOf } from './nextSteps.ts';
import styles from './NextSteps.module.css';

/** What the user has to do next, each with the link to where it is done. Nothing when there is nothing to do. */
export function NextSteps({ user }: { user: User }) {
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
