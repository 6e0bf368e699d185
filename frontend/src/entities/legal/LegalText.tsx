import { useTranslation } from 'react-i18next';
import contact from 'virtual:operator/contact';
import details from 'virtual:operator/details';
import { formatDate } from '#i18n/formatDate.ts';
import { isolatedName } from '#i18n/isolate.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import {
  EFFECTIVE_DATE,
  legalSections,
  type LegalPart,
  type LegalSectionId,
  updateDate,
} from './legalSections.ts';
import { TextBlocks } from './TextBlocks.tsx';
import styles from './LegalText.module.css';

interface LegalTextProps {
  part: LegalPart;
  /** The level of the title; the sections are one level below. */
  headingLevel?: 2 | 3;
}

const headings = {
  2: { Title: 'h2', SectionTitle: 'h3' },
  3: { Title: 'h3', SectionTitle: 'h4' },
} as const;

/** The privacy policy or the terms of service, with an anchor for each section. */
export function LegalText({ part, headingLevel = 2 }: LegalTextProps) {
  const { t } = useTranslation(['legal', 'common']);
  const { Title, SectionTitle } = headings[headingLevel];
  const { dates } = useLanguage();
  return (
    <div className={styles.text}>
      <Title className={styles.title} id={part}>
        {t(`parts.${part}.title`)}
      </Title>
      {/* This browser may format dates differently from the prerenderer. */}
      <p className={styles.effective} suppressHydrationWarning>
        {t('effective', { date: formatDate(dates, EFFECTIVE_DATE) })}
      </p>
      <p className={styles.effective} suppressHydrationWarning>
        {t('updated', { date: formatDate(dates, updateDate(part)) })}
      </p>
      <p className={styles.intro}>{t(`parts.${part}.intro`, { brand: t('common:brand') })}</p>
      {legalSections[part].map((id) => (
        <section className={styles.section} id={id} key={id} tabIndex={-1}>
          <SectionTitle className={styles.sectionTitle}>{t(`sections.${id}.title`)}</SectionTitle>
          <SectionText id={id} />
        </section>
      ))}
    </div>
  );
}

function SectionText({ id }: { id: LegalSectionId }) {
  const { t } = useTranslation(['legal', 'common']);
  const operator = operatorValues(useLanguage().code);
  return <TextBlocks text={t(`sections.${id}.text`, { brand: t('common:brand'), operator })} />;
}

/**
 * The operator's details in the legal texts. Each is isolated in its own direction, except the email address,
 * because people copy it.
 */
function operatorValues(language: LanguageCode) {
  const { name, address, registration, country, court, region } = details[language];
  return {
    name: isolatedName(name),
    address: isolatedName(address),
    registration: isolatedName(registration),
    country: isolatedName(country),
    court: isolatedName(court),
    region: isolatedName(region),
    mail: contact.mail,
  };
}
