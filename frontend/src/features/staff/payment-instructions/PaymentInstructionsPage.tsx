import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#i18n/languages.ts';
import { DataTable, RowActions } from '../kit/DataTable.tsx';
import { DoneAt } from '../kit/parts.tsx';
import { PageTitle, QueryPage } from '../kit/page.tsx';
import { usePaymentInstructions, type PaymentInstructions } from './api.ts';
import { useWayName, RemoveWayDialog, WayDialog } from './WayDialog.tsx';

/** How users pay, in each currency. */
export function PaymentInstructionsPage() {
  const { t } = useTranslation(['staff', 'staffPaymentInstructions']);
  const query = usePaymentInstructions();
  const title = t('pages.paymentInstructions');
  return (
    <QueryPage
      page={(instructions) => <Ways instructions={instructions} title={title} />}
      query={query}
      title={title}
    />
  );
}

interface Edited {
  /** As they were shown: others, which are fetched meanwhile, have other positions. */
  instructions: PaymentInstructions;
  /** The position of the way that is changed or removed. A new one has none. */
  index?: number;
  removes?: boolean;
}

function Ways({ instructions, title }: { instructions: PaymentInstructions; title: string }) {
  const { t } = useTranslation(['staffPaymentInstructions', 'staffPlaces', 'staff']);
  const nameOf = useWayName();
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
            setEdited({ instructions });
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
          {
            id: 'text',
            label: t('text'),
            // Whoever checks an account sees what others read.
            cell: ({ text }) =>
              languages.map(({ code, direction }) => (
                <p dir={direction} key={code} lang={code}>
                  {text[code]}
                </p>
              )),
          },
          {
            id: 'edit',
            label: t('staff:members.actions'),
            cell: ({ index, ...way }) => (
              <RowActions
                changeLabel={t('changeWay', { way: nameOf(way) })}
                onChange={() => {
                  setEdited({ instructions, index });
                }}
                onRemove={() => {
                  setEdited({ instructions, index, removes: true });
                }}
                removeLabel={t('removeWay', { way: nameOf(way) })}
              />
            ),
          },
        ]}
        empty={t('empty')}
        label={title}
        rowKey={({ index }) => String(index)}
        rows={rows}
      />
      {instructions.changedAt && <DoneAt label={t('changed')} time={instructions.changedAt} />}
      {edited &&
        (edited.removes ? (
          <RemoveWayDialog {...edited} onClose={close} />
        ) : (
          <WayDialog {...edited} onClose={close} />
        ))}
    </>
  );
}
