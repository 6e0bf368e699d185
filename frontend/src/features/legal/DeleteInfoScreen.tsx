import { useTranslation } from 'react-i18next';
import { Link } from '#ui/Link.tsx';
import { TextBlocks } from '#entities/legal/TextBlocks.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import styles from './DeleteInfoScreen.module.css';

const steps = ['open', 'password', 'confirm'] as const;

/** What deleting an account removes, and how to do it (spec §2). */
export function DeleteInfoScreen() {
  const { t } = useTranslation(['deleteInfo', 'common']);
  return (
    <div className={styles.screen}>
      <ScreenTitle documentTitle={t('common:pages.deleteInfo')}>
        {t('common:pages.deleteInfo')}
      </ScreenTitle>
      <p className={styles.intro}>{t('intro')}</p>
      <div className={styles.columns}>
        <Card as="section" className={styles.card}>
          <h2 className={styles.title}>{t('removed.title')}</h2>
          <TextBlocks text={t('removed.text')} />
        </Card>
        <Card as="section" className={styles.card}>
          <h2 className={styles.title}>{t('stays.title')}</h2>
          <TextBlocks text={t('stays.text')} />
        </Card>
      </div>
      <section className={styles.instructions}>
        <h2 className={styles.title}>{t('how.title')}</h2>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{t(`how.${step}`)}</li>
          ))}
        </ol>
        <ButtonLink to="/delete">{t('button')}</ButtonLink>
        <p className={styles.links}>
          <Link to="/forgot-password">{t('forgotPassword')}</Link>
          <Link to="/privacy#deletion">{t('policy')}</Link>
        </p>
      </section>
    </div>
  );
}
