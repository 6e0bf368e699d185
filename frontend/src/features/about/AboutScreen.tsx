import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useHasAccessToken } from '#api/accessToken.ts';
import { artwork } from '#entities/service-area/artwork/artwork.ts';
import { LazyInterestToggle } from '#entities/service-area/interest/LazyInterestToggle.tsx';
import { OPEN_SERVICE_AREA, type ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { Card } from '#ui/Card.tsx';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import type { Elements } from '#ui/elements.ts';
import { Icon, Drawing } from '#ui/Icon.tsx';
import { PageIntro, ScreenTitle } from '#ui/ScreenTitle.tsx';
import { Questions } from '#ui/Questions.tsx';
import { Steps } from '#ui/Steps.tsx';
import { TextLink } from '#ui/Link.tsx';
import styles from './AboutScreen.module.css';

interface AboutScreenProps {
  area: ServiceArea;
  /** Rendered at the end. */
  children?: Elements;
}

/** The screen of the service area that the path names. */
export function ServiceAreaScreen() {
  const [, , area] = useLocation().pathname.split('/');
  return <AboutScreen area={area as ServiceArea} />;
}

/** What a service area is and offers (spec §2, About pages), for whom it is, and how it works. */
export function AboutScreen({ area, children }: AboutScreenProps) {
  const { t } = useTranslation(['about', 'common']);
  const isVisitor = !useHasAccessToken();
  const isOpen = area === OPEN_SERVICE_AREA;
  const reader = isVisitor ? 'visitor' : 'signedIn';
  const state = isOpen ? 'open' : 'soon';
  const name = t(`common:pillars.${area}`);
  return (
    <>
      <div className={styles.head}>
        <img
          alt=""
          className={styles.artwork}
          decoding="async"
          loading="lazy"
          src={artwork[area]}
        />
        <div className={styles.headContent}>
          <div className={styles.mark}>
            <span className={styles.icon}>
              <Icon name={area} size={30} />
            </span>
            {!isOpen && <ComingSoon />}
          </div>
          <ScreenTitle documentTitle={name}>{name}</ScreenTitle>
          <p className={styles.motto}>{t(`pillars.${area}.motto`)}</p>
          <PageIntro
            courses={!isVisitor && t('courses')}
            note={t(`status.${reader}.${state}`)}
            signup={isVisitor && t('signup')}
            text={t(`pillars.${area}.intro`)}
          />
          {!isOpen &&
            (isVisitor ? (
              <TextLink state={{ from: `/about/${area}` }} to="/login">
                {t('tellMe')}
              </TextLink>
            ) : (
              <LazyInterestToggle area={area} />
            ))}
        </div>
      </div>
      <div className={styles.body}>
        <section className={styles.question}>
          <h2>{t(`pillars.${area}.question`, { brand: t('common:brand') })}</h2>
          <p>{t(`pillars.${area}.answer`)}</p>
        </section>
        <section>
          <h2>{t('featuresTitle')}</h2>
          <FeatureCards area={area} />
        </section>
        <ServiceDetails area={area} />
        {children}
      </div>
    </>
  );
}

function FeatureCards({ area }: { area: ServiceArea }) {
  const { t } = useTranslation('about');
  return featureGroups[area].map(({ name, features }) => (
    <div className={styles.group} key={name ?? area}>
      {name && <h3 className={styles.groupTitle}>{t(`groups.${name}`)}</h3>}
      <ul className={styles.cards}>
        {features.map((feature) => (
          <Card as="li" className={styles.card} key={feature}>
            <FeatureCard Title={name ? 'h4' : 'h3'} feature={feature} />
          </Card>
        ))}
      </ul>
    </div>
  ));
}

function FeatureCard({ feature, Title }: { feature: Feature; Title: 'h3' | 'h4' }) {
  const { t } = useTranslation('about');
  return (
    <>
      <span className={styles.featureIcon}>
        <Drawing path={featureIcons[feature]} size={24} />
      </span>
      <Title className={styles.title}>{t(`cards.${feature}.title`)}</Title>
      <p className={styles.text}>{t(`cards.${feature}.text`)}</p>
    </>
  );
}

/** Each list of a service area has three items. */
const items = ['one', 'two', 'three'] as const;

interface ServiceProps {
  area: ServiceArea;
}

/** For whom a service area is, how it works step by step, an example, and questions with their answers. */
function ServiceDetails({ area }: ServiceProps) {
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
      <ServiceSteps area={area} />
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

function ServiceSteps({ area }: ServiceProps) {
  const { t } = useTranslation('services');
  const state = area === OPEN_SERVICE_AREA ? 'open' : 'soon';
  return (
    <section className={styles.section}>
      <h2>{t(`titles.steps.${state}`)}</h2>
      <Steps
        steps={items.map((item) => ({
          id: item,
          title: t(`areas.${area}.steps.${item}.title`),
          text: t(`areas.${area}.steps.${item}.text`),
        }))}
      />
    </section>
  );
}

/** A group of features; the keys are those of `about:cards`. A named group has its own heading. */
interface FeatureGroup {
  name?: 'professionals' | 'companies';
  features: readonly Feature[];
}

/** The features of each service area (spec §1). */
const featureGroups: Record<ServiceArea, readonly FeatureGroup[]> = {
  courses: [{ features: ['structuredPaths', 'handsOnProjects', 'expertCourses'] }],
  consulting: [
    { features: ['expertSessions', 'startupGuides', 'mentorship', 'academicSupervision'] },
  ],
  job: [
    { name: 'professionals', features: ['jobSuggestions', 'freelanceGigs', 'proofOfSkill'] },
    { name: 'companies', features: ['topTalent', 'jobPosting', 'streamlinedHiring'] },
  ],
  networking: [{ features: ['skillBartering', 'meetups', 'miniProjects'] }],
  psychology: [{ features: ['journaling', 'checkIns', 'groups'] }],
};

const featureIcons = {
  structuredPaths:
    'M5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM19 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7 18h8.5a3 3 0 0 0 0-6h-7a3 3 0 0 1 0-6H17',
  handsOnProjects: 'm12 3-8 4.5v9l8 4.5 8-4.5v-9L12 3ZM4 7.5l8 4.5 8-4.5M12 12v9',
  expertCourses: 'M3 5h18v12H3V5Zm7 3.5v5l4.5-2.5L10 8.5ZM8 20.5h8',
  expertSessions: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c.6-4.5 3.5-7 8-7s7.4 2.5 8 7',
  startupGuides: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm3.8-12.8-2.3 5.3-5.3 2.3 2.3-5.3 5.3-2.3Z',
  mentorship:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm8.5 1a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM2.5 19.5c.4-3.6 2.3-5.5 5.5-5.5s5.1 1.9 5.5 5.5m2-4.4c3.3-.6 5.5 1 6 4.4',
  academicSupervision: 'm12 5 10 4.5L12 14 2 9.5 12 5Zm-6 6.5V16c3 3 9 3 12 0v-4.5m4-2V15',
  jobSuggestions: 'm11 3.5 2 5.5 5.5 2-5.5 2-2 5.5L9 13l-5.5-2L9 9l2-5.5Zm7.5 12.5v5M16 18.5h5',
  freelanceGigs: 'M5 5h14v10H5V5ZM2.5 19h19',
  proofOfSkill:
    'M12 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm-3.5-1L7 21.5l5-2.5 5 2.5-1.5-7.5M9.5 9l1.8 1.8 3.2-3.3',
  topTalent: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8L12 3.5Z',
  jobPosting: 'M6 3h8l4 4v14H6V3Zm8 0v4h4m-6 4v6m-3-3h6',
  streamlinedHiring: 'M3 5h18l-7 8.5V20l-4-2v-4.5L3 5Z',
  skillBartering: 'M4 8h15m-4-4 4 4-4 4m5 4H5m4-4-4 4 4 4',
  meetups: 'M4 6h16v14H4V6Zm0 5h16M8 3.5V8m8-4.5V8',
  miniProjects: 'm12 3 9 4.5-9 4.5-9-4.5L12 3Zm-9 9 9 4.5 9-4.5m-18 4.5 9 4.5 9-4.5',
  journaling: 'm4 20 1-4.500L16 4.5 19.5 8 8.5 19 4 20Zm9.5-13 3.5 3.5',
  checkIns:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-3.5-7c1.8 2.4 5.2 2.4 7 0M9 9.500v.01m6-.01v.01',
  groups:
    'M12 6.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm14 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8.5 6A8 8 0 0 0 4.2 11.500m11.3-5.500a8 8 0 0 1 4.3 5.500M8.5 19.200a8 8 0 0 0 7 0',
} as const;

type Feature = keyof typeof featureIcons;
