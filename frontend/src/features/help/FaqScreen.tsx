import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/Button.tsx';
import { PageIntro, ScreenTitle } from '#ui/ScreenTitle.tsx';
import { Questions } from '#ui/Questions.tsx';
import { TextLink } from '#ui/Link.tsx';
import styles from './FaqScreen.module.css';

export function FaqScreen() {
  const { t } = useTranslation('faq');
  return (
    <div className={styles.screen}>
      <ScreenTitle documentTitle={t('title')}>{t('title')}</ScreenTitle>
      <PageIntro note={false} signup={false} text={t('intro')} />
      {faqGroupNames.map((group) => (
        <FaqGroupSection group={group} key={group} />
      ))}
      <section className={styles.more}>
        <h2>{t('more.title')}</h2>
        <ButtonLink to="/contact">{t('more.link')}</ButtonLink>
      </section>
    </div>
  );
}

function FaqGroupSection({ group }: { group: FaqGroup }) {
  const { t } = useTranslation('faq');
  return (
    <section aria-labelledby={group} className={styles.group}>
      <h2 className={styles.title} id={group}>
        {t(`groups.${group}`)}
      </h2>
      <div>
        <Questions
          questions={faqGroups[group].map((id) => ({
            id,
            question: t(`questions.${id}.question`),
            answer: <FaqAnswer id={id} />,
          }))}
        />
      </div>
    </section>
  );
}

/** Where an answer leads. The text of the link is in `common:pages`. */
const links: Partial<
  Record<
    FaqQuestion,
    { to: string; page: 'courses' | 'deleteInfo' | 'forgotPassword' | 'privacy' | 'settings' }
  >
> = {
  languages: { to: '/courses', page: 'courses' },
  place: { to: '/courses', page: 'courses' },
  refund: { to: '/privacy#prices', page: 'privacy' },
  password: { to: '/forgot-password', page: 'forgotPassword' },
  devices: { to: '/settings', page: 'settings' },
  copy: { to: '/settings', page: 'settings' },
  delete: { to: '/delete-info', page: 'deleteInfo' },
  tracking: { to: '/privacy#noTracking', page: 'privacy' },
};

/** An answer, with a link to the screen of the task or to the full text. */
function FaqAnswer({ id }: { id: FaqQuestion }) {
  const { t } = useTranslation(['faq', 'common']);
  const link = links[id];
  return (
    <>
      <p>{t(`questions.${id}.answer`)}</p>
      {link && <TextLink to={link.to}>{t(`common:pages.${link.page}`)}</TextLink>}
    </>
  );
}

/** The groups of questions, in order. Their texts are in `faq:groups` and `faq:questions`. */
export const faqGroups = {
  masar: ['what', 'who', 'languages'],
  courses: ['live', 'prices', 'place', 'refund', 'certificate', 'recordings'],
  teaching: ['apply', 'decision', 'files'],
  account: ['noEmail', 'password', 'devices'],
  data: ['copy', 'delete', 'tracking'],
} as const;

type FaqGroup = keyof typeof faqGroups;
type FaqQuestion = (typeof faqGroups)[FaqGroup][number];

const faqGroupNames = Object.keys(faqGroups) as FaqGroup[];
