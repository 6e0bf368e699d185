import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#entities/course/formatPrice.ts';
import { formatDates } from '#entities/course/formatRun.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { languageOf } from '#i18n/languages.ts';
import type { Receipt } from './api.ts';
import styles from './ReceiptDocument.module.css';

/** The services of Algérie Poste, whose names are the same in every language. */
const services = { ccp: 'CCP', baridimob: 'BaridiMob' } as const;

/** The document itself, in its own language, whatever the language of the page: it is printed, and shown to others. */
export function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const { number, kind, issuedOn, amount, currency, details } = receipt;
  const { method, operator, reference } = details;
  const language = languageOf(details.language);
  const { t } = useTranslation('myPlace', { lng: language.code });
  const id = useId();
  const dayOf = (day: string) => formatDate(language.dates, new Date(day), { timeZone: 'UTC' });
  const country = useCurrentUser().data?.user.country ?? '';
  // The kind of the document says in which direction it was paid.
  const price = formatPrice({ amount: amount.replace('-', ''), currency }, language.code, country);
  return (
    <article
      aria-labelledby={id}
      className={styles.document}
      dir={language.direction}
      lang={language.code}
    >
      <address className={styles.operator}>
        {[operator.name, operator.address, operator.registration].map(
          (line) =>
            line && (
              <span key={line}>
                <bdi>{line}</bdi>
              </span>
            ),
        )}
      </address>
      <h2 id={id}>
        <span>{t(`receipt.kinds.${kind}`)}</span> <bdi dir="ltr">{number}</bdi>
      </h2>
      <dl className={styles.facts}>
        <Fact name={t('receipt.issuedOn')}>{dayOf(issuedOn)}</Fact>
        <Fact name={t('receipt.learner')}>
          <bdi>{details.learner}</bdi>
        </Fact>
        <Fact name={t('receipt.course')}>
          <bdi>{details.course}</bdi>
        </Fact>
        <Fact name={t('receipt.dates')}>
          {formatDates({ start: details.runStart, end: details.runEnd }, language)}
        </Fact>
        <Fact name={t('receipt.method')}>
          {method === 'ccp' || method === 'baridimob'
            ? services[method]
            : t(`receipt.methods.${method}`)}
        </Fact>
        <Fact name={t(`receipt.receivedOn.${kind}`)}>{dayOf(details.receivedOn)}</Fact>
        {reference && (
          <Fact name={t('receipt.reference')}>
            <bdi dir="ltr">{reference}</bdi>
          </Fact>
        )}
        <Fact name={t(`receipt.amount.${kind}`)}>
          <bdi className={styles.amount} dir="ltr">
            {price}
          </bdi>
          {operator.tax !== 'none' && (
            <span className={styles.tax}>{t(`receipt.tax.${operator.tax}`)}</span>
          )}
        </Fact>
      </dl>
    </article>
  );
}

interface FactProps {
  name: string;
  children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
