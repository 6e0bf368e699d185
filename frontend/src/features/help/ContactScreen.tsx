import { useTranslation } from 'react-i18next';
import { Card } from '#ui/Card.tsx';
import { PageIntro } from '#ui/PageIntro.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import { ContactWays } from './components/ContactWays.tsx';
import { OperatorCard } from './components/OperatorCard.tsx';
import styles from './ContactScreen.module.css';

const subjects = ['course', 'account', 'data', 'complaint', 'security'] as const;

/** How to contact the operator, what a message should contain, and who the operator is. */
export function ContactScreen() {
  const { t } = useTranslation(['contact', 'common']);
  const title = t('common:pages.contact');
  return (
    <div className={styles.screen}>
      <ScreenTitle documentTitle={title}>{title}</ScreenTitle>
      <PageIntro note={false} signup={false} text={t('intro')} />
      <TextLink to="/faq">{t('faq')}</TextLink>
      <ContactWays />
      <section aria-labelledby="subjects" className={styles.section}>
        <h2 className={styles.title} id="subjects">
          {t('help.title')}
        </h2>
        <ul className={styles.subjects}>
          {subjects.map((subject) => (
            <Card as="li" key={subject}>
              <h3 className={styles.subject}>{t(`help.${subject}.title`)}</h3>
              <p className={styles.text}>{t(`help.${subject}.text`)}</p>
            </Card>
          ))}
        </ul>
      </section>
      <OperatorCard />
    </div>
  );
}
