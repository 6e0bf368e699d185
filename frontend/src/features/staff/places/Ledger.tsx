import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts, useDays } from '#entities/my-courses/amounts.tsx';
import { useHasRole } from '../api.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Facts, Part } from '../kit/parts.tsx';
import type { Place } from './api.ts';
import { PaymentDialog, ReversalDialog } from './PaymentDialog.tsx';

type Dialog = { kind: 'payment' | 'refund' } | { kind: 'reversal'; id: string };

/** The money of a place, and what finance record. */
export function Ledger({ place }: { place: Place }) {
  const { t } = useTranslation('staffPlaces');
  const amounts = useAmounts();
  const days = useDays();
  const isFinance = useHasRole('finance');
  const [dialog, setDialog] = useState<Dialog>();
  const { offer, money, ledger } = place;
  const close = () => {
    setDialog(undefined);
  };
  const isReversed = (id: string) => ledger.some((entry) => entry.id === `${id}/reversed`);
  return (
    <Part title={t('money')}>
      <Facts
        facts={[
          [t('price'), offer && amounts(offer.price)],
          [t('priceReason'), offer?.reason],
          [t('payBy'), offer && days(offer.payBy)],
          [t('reference'), offer && <bdi dir="ltr">{offer.reference}</bdi>],
          [t('due'), money?.due && amounts(money.due)],
          [t('held'), money?.held && amounts(money.held)],
          [t('refundDue'), money?.refundDue && amounts(money.refundDue)],
        ]}
      />
      <Stack spacing={2} sx={{ marginBlockStart: 2 }}>
        {ledger.length > 0 ? (
          <DataTable
            columns={[
              { id: 'day', label: t('day'), cell: ({ receivedOn }) => days(receivedOn) },
              { id: 'kind', label: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
              {
                id: 'amount',
                label: t('amount'),
                cell: ({ amount, currency, stampDuty }) => (
                  <>
                    <span>{amounts({ amount, currency })}</span>
                    {stampDuty && (
                      <Typography color="text.secondary" variant="body2">
                        {t('withDuty', { duty: amounts({ amount: stampDuty, currency }) })}
                      </Typography>
                    )}
                  </>
                ),
              },
              { id: 'method', label: t('method'), cell: ({ method }) => t(`methods.${method}`) },
              { id: 'id', label: t('entry'), cell: ({ id }) => <bdi dir="ltr">{id}</bdi> },
              {
                id: 'receipt',
                label: t('receipt'),
                cell: ({ receipt }) => receipt && <bdi dir="ltr">{receipt}</bdi>,
              },
              {
                id: 'reverse',
                label: t('actions'),
                cell: ({ id, kind }) =>
                  isFinance &&
                  kind === 'payment' &&
                  !isReversed(id) && (
                    <Button
                      onClick={() => {
                        setDialog({ kind: 'reversal', id });
                      }}
                      size="small"
                    >
                      {t('reverse')}
                    </Button>
                  ),
              },
            ]}
            empty=""
            label={t('money')}
            rowKey={({ id, kind }) => kind + id}
            rows={ledger}
          />
        ) : (
          <Typography color="text.secondary">{t('noEntries')}</Typography>
        )}
        {isFinance && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button
              onClick={() => {
                setDialog({ kind: 'payment' });
              }}
              variant={money?.due ? 'contained' : 'outlined'}
            >
              {t('recordPayment')}
            </Button>
            {ledger.length > 0 && (
              <Button
                onClick={() => {
                  setDialog({ kind: 'refund' });
                }}
                variant="outlined"
              >
                {t('recordRefund')}
              </Button>
            )}
          </Stack>
        )}
      </Stack>
      {dialog?.kind === 'reversal' && (
        <ReversalDialog id={dialog.id} onClose={close} place={place} />
      )}
      {dialog && dialog.kind !== 'reversal' && (
        <PaymentDialog kind={dialog.kind} onClose={close} place={place} />
      )}
    </Part>
  );
}
