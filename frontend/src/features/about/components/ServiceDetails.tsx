import { useTranslation } from 'react-i18next';
import { OPEN_SERVICE_AREA, type ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { Icon } from '#ui/Icon.tsx';
import { Questions } from '#ui/Questions.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import styles from './ServiceDetails.module.css';

/** Each list of a service area has three items. */
const items = ['one', 'two', 'three'] as const;

interface ServiceProps {
  area: ServiceArea;
}

/** For whom a service area is, how it works step by step, an example, and questions with their answers. */
export function ServiceDetails({ area }: ServiceProps) {
  const { t } = useTranslation('services');
  return (
    <>
      <section className={styles.section}>
        <h2>{t('titles.audience')}</h2>
        <ul className={styles.audience}>
          {items.map((item) => (
            <li key={item}>
              <Icon className={styles.check} name="check" />
              <span>{t(`areas.${area}.audience.${item}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <Steps area={area} />
      <section className={styles.section}>
        <h2>{t('titles.example')}</h2>
        <p className={styles.example}>{t(`areas.${area}.example`)}</p>
      </section>
      <section className={styles.section}>
        <h2>{t('titles.questions')}</h2>
        <div>
          <Questions
            questions={items.map((item) => ({
              id: item,
              question: t(`areas.${area}.questions.${item}.question`),
              answer: <p>{t(`areas.${area}.questions.${item}.answer`)}</p>,
            }))}
          />
          <TextLink to="/faq">{t('titles.more')}</TextLink>
        </div>
      </section>
    </>
  );
}

function Steps({ area }: ServiceProps) {
  const { t } = useTranslation('services');
  const state = area === OPEN_SERVICE_AREA ? 'open' : 'soon';
  return (
    <section className={styles.section}>
      <h2>{t(`titles.steps.${state}`)}</h2>
      <ol className={styles.steps}>
        {items.map((item) => (
          <li key={item}>
            <h3 className={styles.stepTitle}>{t(`areas.${area}.steps.${item}.title`)}</h3>
            <p className={styles.text}>{t(`areas.${area}.steps.${item}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
