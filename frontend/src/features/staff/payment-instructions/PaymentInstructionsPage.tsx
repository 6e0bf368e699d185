import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Moment } from '../kit/Moment.tsx';
import { PageTitle } from '../kit/PageTitle.tsx';
import { QueryState } from '../kit/QueryState.tsx';
import { usePaymentInstructions, type PaymentInstructions } from './api.ts';
import { RemoveWayDialog, WayDialog } from './WayDialog.tsx';

/** How users pay, in each currency. */
export function PaymentInstructionsPage() {
  const { t } = useTranslation(['staff', 'staffPaymentInstructions']);
  const query = usePaymentInstructions();
  const title = t('pages.paymentInstructions');
  return query.data ? (
    <Ways instructions={query.data} title={title} />
  ) : (
    <>
      <PageTitle title={title} />
      <QueryState query={query} title={title} />
    </>
  );
}

/** A way that is changed or removed, by its position. A new one has none. */
interface Edited {
  index?: number;
  removes?: boolean;
}

function Ways({ instructions, title }: { instructions: PaymentInstructions; title: string }) {
  const { t } = useTranslation(['staffPaymentInstructions', 'staffPlaces', 'staff']);
  const { code } = useLanguage();
  const [edited, setEdited] = useState<Edited>();
  const close = () => {
    setEdited(undefined);
  };
  const rows = instructions.ways.map((way, index) => ({ ...way, index }));
  return (
    <>
      <PageTitle title={title}>
        <Button
          onClick={() => {
            setEdited({});
          }}
          variant="contained"
        >
          {t('add')}
        </Button>
      </PageTitle>
      <Typography sx={{ marginBlockEnd: 2 }}>{t('effect')}</Typography>
      <DataTable
        columns={[
          {
            id: 'currency',
            label: t('staffPlaces:currency'),
            cell: ({ currency }) => <bdi dir="ltr">{currency}</bdi>,
          },
          {
            id: 'method',
            label: t('staffPlaces:method'),
            cell: ({ method }) => t(`staffPlaces:methods.${method}`),
          },
          {
            id: 'account',
            label: t('account'),
            cell: ({ account }) => <bdi dir="ltr">{account}</bdi>,
          },
          { id: 'text', label: t('text'), cell: ({ text }) => <bdi>{text[code]}</bdi> },
          {
            id: 'edit',
            label: t('staff:members.actions'),
            cell: ({ index }) => (
              <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
                <Button
                  onClick={() => {
                    setEdited({ index });
                  }}
                  size="small"
                >
                  {t('staff:members.change')}
                </Button>
                <Button
                  color="error"
                  onClick={() => {
                    setEdited({ index, removes: true });
                  }}
                  size="small"
                >
                  {t('remove')}
                </Button>
              </Stack>
            ),
          },
        ]}
        empty={t('empty')}
        label={title}
        rowKey={({ index }) => String(index)}
        rows={rows}
      />
      {instructions.changedAt && (
        <Typography color="text.secondary" sx={{ marginBlockStart: 2 }} variant="body2">
          <span>{t('changed')}</span> <Moment time={instructions.changedAt} />
        </Typography>
      )}
      {edited &&
        (edited.removes ? (
          <RemoveWayDialog index={edited.index} instructions={instructions} onClose={close} />
        ) : (
          <WayDialog index={edited.index} instructions={instructions} onClose={close} />
        ))}
    </>
  );
}
