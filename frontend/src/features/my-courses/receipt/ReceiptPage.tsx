import { useTranslation } from 'react-i18next';
import { isolatedAmount } from '#i18n/isolate.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { TextLink } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PlainScreen } from '#ui/PlainScreen.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { useReceipt } from './api.ts';
import { ReceiptDocument } from './ReceiptDocument.tsx';

interface ReceiptPageProps {
  courseId: string;
  number: string;
}

/** A receipt of the user, to read and to print. */
export function ReceiptPage({ courseId, number }: ReceiptPageProps) {
  const { t } = useTranslation('myPlace');
  const query = useReceipt(number);
  const receipt = query.data;
  const failure = useQueryFailure(query);
  const back = `/my-courses/${courseId}`;
  if (failure?.error instanceof ApiError && failure.error.code === 'receipt_not_found') {
    return (
      <PlainScreen message={t('receipt.notFound.message')} title={t('receipt.notFound.title')}>
        <ButtonLink to={back}>{t('receipt.place')}</ButtonLink>
      </PlainScreen>
    );
  }
  return (
    <FormScreen
      header={
        <div>
          <TextLink to={back}>{t('receipt.place')}</TextLink>
        </div>
      }
      title={
        receipt
          ? `${t(`receipt.kinds.${receipt.kind}`)} ${isolatedAmount(receipt.number)}`
          : t('receipt.title')
      }
      wide
    >
      {receipt && (
        <>
          <ReceiptDocument receipt={receipt} />
          <Button
            onClick={() => {
              window.print();
            }}
          >
            {t('receipt.print')}
          </Button>
        </>
      )}
      {!receipt && failure && <Notice {...failure} title={t('receipt.failed')} />}
      {!receipt && !failure && (
        <>
          <p className="visually-hidden" role="status">
            {t('receipt.loading')}
          </p>
          <div aria-busy="true">
            <Skeleton tall width={40} />
            <Skeleton width={70} />
            <Skeleton width={60} />
          </div>
        </>
      )}
    </FormScreen>
  );
}
