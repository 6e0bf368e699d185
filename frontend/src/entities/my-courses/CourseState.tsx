import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { isolatedName } from '#i18n/isolate.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import type { MyCourse, Payer } from './api.ts';
import { shownStateOf } from './membership.ts';
import styles from './CourseState.module.css';

interface CourseStateProps {
  myCourse: MyCourse;
  /** The run has ended. */
  isPast?: boolean;
}

/** What has become of the user's request for a place, as a tag. Needs the translations `myCourses`. */
export function CourseState({ myCourse, isPast = false }: CourseStateProps) {
  const { t } = useTranslation('myCourses');
  const state = shownStateOf(myCourse, isPast);
  return (
    <span className={styles.state} data-state={state}>
      {t(`states.${state}`)}
    </span>
  );
}

interface QuotationProps {
  label: string;
  text: string;
}

/** What somebody wrote about a place, with its line breaks. It may be in another language than the page. */
export function Quotation({ label, text }: QuotationProps) {
  return (
    <>
      <p className={styles.label}>{label}</p>
      <blockquote className={styles.text} dir="auto">
        {text}
      </blockquote>
    </>
  );
}

interface FactsProps {
  className: string | undefined;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names with their values. What has no value is left out. */
export function Facts({ className, facts }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A name with an address, each line in the direction of its own letters. Empty lines are left out. */
export function AddressLines({ lines }: { lines: (string | undefined)[] }) {
  return (
    <address className={styles.lines}>
      {lines.map(
        (line, index) =>
          line && (
            <span key={index}>
              <bdi>{line}</bdi>
            </span>
          ),
      )}
    </address>
  );
}

interface PayerLinesProps {
  payer: Payer;
  /** That of the document around it. */
  language: LanguageCode;
}

/** Who pays, as receipts have it. */
export function PayerLines({ payer: { name, address, taxNumber }, language }: PayerLinesProps) {
  const { t } = useTranslation('myPlace', { lng: language });
  const tax = taxNumber && t('payer.taxLine', { number: isolatedName(taxNumber) });
  return <AddressLines lines={[name, address, tax]} />;
}
