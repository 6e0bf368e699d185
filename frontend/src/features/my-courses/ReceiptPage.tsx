import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type DocumentData, withTexts, useOwnQuery } from '#entities/my-courses/api.ts';
import { PaymentDocument } from '#entities/my-courses/PaymentDocument.tsx';
import { isolatedAmount } from '#i18n/isolate.ts';
import { hasCode } from '#lib/apiError.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { TextLink } from '#ui/Link.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { PlainScreen } from '#ui/ScreenTitle.tsx';
import { Loading } from '#ui/Skeleton.tsx';
import { client, dataOf } from '#api/client.ts';

/** A receipt of the user, to read and to print. */
export function ReceiptPage({ courseId, number }: { courseId: string; number: string }) {
  return (
    <DocumentPage
      courseId={courseId}
      kind="payment"
      missingCode="receipt_not_found"
      query={useReceipt(number)}
      texts="receipt"
    />
  );
}

/** What is still to pay for a place, to read, to print, and to hand to who pays. */
export function ProformaPage({ courseId }: { courseId: string }) {
  return (
    <DocumentPage
      courseId={courseId}
      kind="proforma"
      missingCode="place_request_not_found"
      query={useProforma(courseId)}
      texts="proforma"
    />
  );
}

interface DocumentPageProps {
  courseId: string;
  /** The kind in the title until the document is loaded. */
  kind: DocumentData['kind'];
  /** The error code which says that there is no such document. */
  missingCode: string;
  query: UseQueryResult<DocumentData>;
  texts: 'receipt' | 'proforma';
}

function DocumentPage({ courseId, kind, missingCode, query, texts }: DocumentPageProps) {
  const { t } = useTranslation('myPlace');
  const { data } = query;
  const failure = useQueryFailure(query);
  const back = `/my-courses/${courseId}`;
  if (hasCode(failure?.error, missingCode)) {
    return (
      <PlainScreen message={t(`${texts}.notFound.message`)} title={t(`${texts}.notFound.title`)}>
        <ButtonLink to={back}>{t('receipt.place')}</ButtonLink>
      </PlainScreen>
    );
  }
  const name = t(`receipt.kinds.${data?.kind ?? kind}`);
  return (
    <FormScreen
      header={
        <div>
          <TextLink to={back}>{t('receipt.place')}</TextLink>
        </div>
      }
      title={data?.number === undefined ? name : `${name} ${isolatedAmount(data.number)}`}
      wide
    >
      {data && (
        <>
          <PaymentDocument data={data} />
          <Button
            onClick={() => {
              window.print();
            }}
          >
            {t('receipt.print')}
          </Button>
        </>
      )}
      {!data && failure && <Notice {...failure} title={t(`${texts}.failed`)} />}
      {!data && !failure && <Loading text={t(`${texts}.loading`)} widths={[40, 70, 60]} />}
    </FormScreen>
  );
}

/** A receipt of the user. It never changes. */
export function useReceipt(number: string) {
  return useOwnQuery(
    ['receipt', number],
    (signal, lang) => {
      const params = { path: { number }, query: { lang } };
      return withTexts(dataOf(client.GET('/users/me/receipts/{number}', { params, signal })));
    },
    { staleTime: Infinity },
  );
}

/** What is still to pay for the user's place in a course. It is not kept: a payment or another payer changes it. */
export function useProforma(courseId: string) {
  return useOwnQuery(
    ['proforma', courseId],
    async (signal, lang) => {
      const params = { path: { id: courseId }, query: { lang } };
      const call = client.GET('/courses/{id}/place/proforma', { params, signal });
      return { ...(await withTexts(dataOf(call))), kind: 'proforma' as const };
    },
    { staleTime: 0, gcTime: 0 },
  );
}
