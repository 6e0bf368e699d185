import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#api/schema.d.ts';
import { useAmounts, useDays } from '#entities/my-courses/amounts.tsx';
import { Facts, PayerLines } from '#entities/my-courses/CourseState.tsx';
import { type Membership, shownStateOf } from '#entities/my-courses/membership.ts';
import { Button } from '#ui/Button.tsx';
import { TextLink } from '#ui/Link.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import { Proofs } from './Proofs.tsx';
import styles from './PlacePage.module.css';

type Receipt = components['schemas']['MyReceipt'];
type WayToPay = components['schemas']['WayToPay'];

/**
 * The money of a place: what is still to pay and how, with the proforma invoice and the proofs of the payment, what was received, and what is
 * paid back, with the receipts. Nothing without money.
 */
export function Payment({ membership: { course, place } }: { membership: Membership }) {
  const { t } = useTranslation('myPlace');
  const amounts = useAmounts();
  const days = useDays();
  const id = useId();
  const { due, payBy, received, refundDue, reference, receipts, ways, proofs, state } = place ?? {};
  if (!place || !(due || received || refundDue || receipts || proofs)) {
    return null;
  }
  const facts = [
    [t('payment.due'), due && amounts(due)],
    [t('payment.payBy'), due && payBy && days(payBy)],
    [t('payment.received'), received && amounts(received)],
    [t('payment.refundDue'), refundDue && amounts(refundDue)],
    [t('payment.reference'), reference && <bdi dir="ltr">{reference}</bdi>],
  ] as const;
  return (
    <section aria-labelledby={id} className={styles.part} data-due={due && true}>
      <h2 className={styles.title} id={id}>
        {t('payment.title')}
      </h2>
      <Facts className={styles.facts} facts={facts} />
      {due && (
        <TextLink to={`/my-courses/${course._id}/proforma`}>{t('receipt.kinds.proforma')}</TextLink>
      )}
      {due && reference && (
        <>
          <CopyButton label={t('payment.copyReference')} text={reference} />
          <p>{t('payment.nameIt')}</p>
        </>
      )}
      {due && (ways ? <Ways ways={ways} /> : <p>{t('payment.separately')}</p>)}
      {due && state === 'offered' && <p>{t('payment.afterwards')}</p>}
      <Proofs courseId={course._id} place={place} />
      {refundDue && <p>{t('payment.refund')}</p>}
      {receipts && <Receipts courseId={course._id} receipts={receipts} />}
    </section>
  );
}

function Ways({ ways }: { ways: WayToPay[] }) {
  const { t } = useTranslation('myPlace');
  const id = useId();
  return (
    <div>
      <h3 className={styles.subtitle} id={id}>
        {t('payment.how')}
      </h3>
      <ul aria-labelledby={id} className={styles.ways}>
        {ways.map(({ method, account, text }, index) => (
          // Two ways may have the same method.
          <li key={index}>
            <p className={styles.strong}>{t(`receipt.methods.${method}`)}</p>
            <p className={styles.how} dir="auto">
              {text}
            </p>
            {account && (
              <div className={styles.receipt}>
                <bdi dir="ltr">{account}</bdi>
                <CopyButton label={t('payment.copyAccount', { account })} text={account} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ReceiptsProps {
  courseId: string;
  receipts: Receipt[];
}

/** The documents about payments and refunds of a place, each with the way to it. */
function Receipts({ courseId, receipts }: ReceiptsProps) {
  const { t } = useTranslation('myPlace');
  const amounts = useAmounts();
  const days = useDays();
  const id = useId();
  return (
    <div>
      <h3 className={styles.subtitle} id={id}>
        {t('payment.receipts')}
      </h3>
      <ul aria-labelledby={id}>
        {receipts.map(({ number, kind, amount, currency, receivedOn }) => (
          <li className={styles.receipt} key={number}>
            <TextLink to={`/my-courses/${courseId}/receipts/${number}`}>
              <span>{t(`receipt.kinds.${kind}`)}</span> <bdi dir="ltr">{number}</bdi>
            </TextLink>
            <span>{days(receivedOn)}</span>
            {/* The kind of the document says in which direction it was paid. */}
            <span>{amounts({ amount: amount.replace('-', ''), currency })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CopyButtonProps {
  /** The accessible name: what is copied. */
  label: string;
  text: string;
}

function CopyButton({ label, text }: CopyButtonProps) {
  const { t } = useTranslation('myPlace');
  const { showSuccess, showError } = useSnackbar();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showSuccess(t('payment.copied'));
    } catch {
      // Some browsers have no clipboard, or ask the user, who may refuse.
      showError(t('payment.copyFailed'));
    }
  };
  return (
    <Button aria-label={label} onClick={() => void copy()} variant="outlined">
      {t('payment.copy')}
    </Button>
  );
}

const PayerDialog = lazyComponent(async () => (await import('./PayerDialog.tsx')).PayerDialog, {
  translations: ['errors'],
  Failed: CloseOnFailure,
});

/** Who pays for a place, if that is not the user, as long as something may have to be paid. The dialog stays while the state changes. */
export function Payer({ membership }: { membership: Membership }) {
  const { t } = useTranslation('myPlace');
  const language = useLanguage().code;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { course, isPast, place } = membership;
  const payer = place?.payer;
  const isAhead = ['requested', 'waiting', 'offered'].includes(shownStateOf(membership, isPast));
  return (
    <>
      {(isAhead || place?.due) && (
        <section aria-labelledby={id} className={styles.part}>
          <h2 className={styles.title} id={id}>
            {t('payer.title')}
          </h2>
          {payer && <PayerLines language={language} payer={payer} />}
          <Button
            aria-haspopup="dialog"
            onClick={() => {
              setIsOpen(true);
            }}
            variant="outlined"
          >
            {payer ? t('payer.change') : t('payer.open')}
          </Button>
        </section>
      )}
      <PayerDialog
        courseId={course._id}
        onClose={() => {
          setIsOpen(false);
        }}
        open={isOpen}
        payer={payer}
      />
    </>
  );
}
