import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PayerLines } from '#entities/my-courses/AddressLines.tsx';
import { shownStateOf, type Membership } from '#entities/my-courses/membership.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import styles from './PlacePage.module.css';

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
