import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#entities/course/formatPrice.ts';
import { formatDates } from '#entities/course/formatRun.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { isolatedAmount } from '#i18n/isolate.ts';
import { languageOf } from '#i18n/languages.ts';
import { AddressLines, PayerLines, Facts } from './CourseState.tsx';
import type { DocumentData } from './api.ts';
import styles from './PaymentDocument.module.css';

/** The document itself, in its own language, whatever the language of the page: it is printed, and shown to others. */
export function PaymentDocument({ data }: { data: DocumentData }) {
  const { number, kind, issuedOn, payBy, ways, amount, currency, tax, cash, places, details } =
    data;
  const { method, operator, payer, receivedOn, reference } = details;
  const language = languageOf(details.language);
  const { t } = useTranslation('myPlace', { lng: language.code });
  const id = useId();
  const dayOf = (day: string) => formatDate(language.dates, new Date(day), { timeZone: 'UTC' });
  const country = useCurrentUser().data?.user.country ?? '';
  // The kind of the document says in which direction it was paid.
  const written = (value: string) =>
    formatPrice({ amount: value.replace('-', ''), currency }, language.code, country);
  const ltr = (value: string) => (
    <bdi className={styles.amount} dir="ltr">
      {written(value)}
    </bdi>
  );
  const day = payBy ?? receivedOn;
  /** A document lacks what its kind does not have. */
  const facts = [
    [t('receipt.issuedOn'), dayOf(issuedOn)],
    [t('receipt.learner'), !places && <bdi>{details.learner}</bdi>],
    [t('receipt.payer'), payer && <PayerLines language={language.code} payer={payer} />],
    [t('receipt.course'), <bdi>{details.course}</bdi>],
    [t('receipt.dates'), formatDates({ start: details.runStart, end: details.runEnd }, language)],
    [t('receipt.method'), method && t(`receipt.methods.${method}`)],
    [t(`receipt.day.${kind}`), day && dayOf(day)],
    [t('receipt.reference'), !places && reference && <bdi dir="ltr">{reference}</bdi>],
    [
      t('payment.how'),
      ways?.map((way, index) => (
        <div key={index}>
          <p>
            <span>{t(`receipt.methods.${way.method}`)}</span> <bdi dir="ltr">{way.account}</bdi>
          </p>
          <p className={styles.how}>{way.text}</p>
        </div>
      )),
    ],
    [
      t('receipt.places'),
      places?.map((place, index) => (
        <p key={index}>
          <bdi>{place.learner}</bdi>
          <span>{' · '}</span>
          <bdi dir="ltr">{place.reference}</bdi>
          <span>{' · '}</span>
          <bdi dir="ltr">{written(place.amount)}</bdi>
        </p>
      )),
    ],
    [
      t(`receipt.amount.${kind}`),
      <>
        {ltr(amount)}
        {operator.tax !== 'none' && (
          <span className={styles.tax}>
            {operator.tax === 'included' && tax
              ? t('receipt.tax.includedRate', {
                  percent: tax.percent,
                  amount: isolatedAmount(written(tax.amount)),
                })
              : t(`receipt.tax.${operator.tax}`)}
          </span>
        )}
      </>,
    ],
    [t('receipt.stampDuty'), cash && ltr(cash.stampDuty)],
    [t('receipt.cashTotal'), cash && ltr(cash.total)],
  ] as const;
  return (
    <article
      aria-labelledby={id}
      className={styles.document}
      dir={language.direction}
      lang={language.code}
    >
      <AddressLines lines={[operator.name, operator.address, operator.registration]} />
      <h2 id={id}>
        <span>{t(`receipt.kinds.${kind}`)}</span> <bdi dir="ltr">{number}</bdi>
      </h2>
      <Facts className={styles.facts} facts={facts} />
      {kind === 'proforma' && <p>{t('proforma.note')}</p>}
    </article>
  );
}
