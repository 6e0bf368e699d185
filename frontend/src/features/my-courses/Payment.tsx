import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts, useDays } from '#entities/my-courses/amounts.tsx';
import { Quotation } from '#entities/my-courses/CourseState.tsx';
import type { Membership } from '#entities/my-courses/membership.ts';
import { Button } from '#ui/Button.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import styles from './PlacePage.module.css';

/** The money of a place: what is still to pay and how, what was received, and what is paid back. Nothing without money. */
export function Payment({ membership: { place } }: { membership: Membership }) {
  const { t } = useTranslation('myPlace');
  const amounts = useAmounts();
  const days = useDays();
  const id = useId();
  const { due, payBy, received, refundDue, reference, payment, state } = place ?? {};
  if (!due && !received && !refundDue) {
    return null;
  }
  const facts = [
    [t('payment.due'), due && amounts(due)],
    [t('payment.payBy'), due && payBy && days(payBy)],
    [t('payment.received'), received && amounts(received)],
    [t('payment.refundDue'), refundDue && amounts(refundDue)],
  ] as const;
  return (
    <section aria-labelledby={id} className={styles.part} data-due={due && true}>
      <h2 className={styles.title} id={id}>
        {t('payment.title')}
      </h2>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {reference && (
          <div>
            <dt>{t('payment.reference')}</dt>
            <dd>
              <bdi dir="ltr">{reference}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {due && reference && (
        <>
          <CopyButton label={t('payment.copyReference')} text={reference} />
          <p>{t('payment.nameIt')}</p>
        </>
      )}
      {due && payment && (
        <>
          <div>
            <Quotation label={t('payment.how')} text={payment} />
          </div>
          <CopyButton label={t('payment.copyHow')} text={payment} />
        </>
      )}
      {due && !payment && <p>{t('payment.separately')}</p>}
      {due && state === 'offered' && <p>{t('payment.afterwards')}</p>}
      {refundDue && <p>{t('payment.refund')}</p>}
    </section>
  );
}

interface CopyButtonProps {
  /** The accessible name: what is copied. */
  label: string;
  text: string;
}

/** Copies a text, and says so. */
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
