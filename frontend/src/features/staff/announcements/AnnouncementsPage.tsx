import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { DoneAt, Moment } from '../kit/parts.tsx';
import { PageTitle, QueryPage } from '../kit/page.tsx';
import {
  useAnnouncements,
  type AnnouncedService,
  type Announcements,
  requestAnnouncement,
} from './api.ts';
import { DialogButton, FormDialog } from '../kit/FormDialog.tsx';

/** Who waits for a service to open, and the emails about it. */
export function AnnouncementsPage() {
  const { t } = useTranslation('staff');
  const query = useAnnouncements();
  const title = t('pages.announcements');
  return (
    <QueryPage
      page={(announcements) => <Services announcements={announcements} title={title} />}
      query={query}
      title={title}
    />
  );
}

interface ServicesProps {
  announcements: Announcements;
  title: string;
}

function Services({ announcements: { services, countedAt, wanted }, title }: ServicesProps) {
  const { t } = useTranslation(['staffAnnouncements', 'common', 'staff']);
  const [announced, setAnnounced] = useState<AnnouncedService>();
  const nameOf = (service: ServiceArea) => t(`common:pillars.${service}`);
  return (
    <>
      <PageTitle title={title}>
        <DialogButton
          disabled={wanted !== undefined}
          dialog={(close) => <CountDialog onClose={close} />}
          variant="outlined"
        >
          {t('count')}
        </DialogButton>
      </PageTitle>
      <Typography sx={{ marginBlockEnd: 2 }}>{t('about')}</Typography>
      <div role="status">
        {wanted && (
          <Alert severity="info" sx={{ marginBlockEnd: 2 }}>
            {wanted.service ? t('sending', { service: nameOf(wanted.service) }) : t('counting')}
          </Alert>
        )}
      </div>
      <DataTable
        columns={[
          { id: 'service', label: t('service'), cell: ({ service }) => nameOf(service) },
          { id: 'state', label: t('state'), cell: ({ open }) => t(open ? 'open' : 'planned') },
          {
            id: 'waiting',
            label: t('waiting'),
            cell: (service) => <Waiting isCounted={countedAt !== undefined} service={service} />,
          },
          {
            id: 'sent',
            label: t('sent'),
            cell: ({ sent }) =>
              sent && (
                <Stack>
                  <span>{t('emails', { count: sent.emails })}</span>
                  {sent.refused > 0 && <span>{t('refused', { count: sent.refused })}</span>}
                  <Moment time={sent.at} />
                </Stack>
              ),
          },
          {
            id: 'announce',
            label: t('staff:members.actions'),
            cell: (service) =>
              service.open && (
                <Button
                  aria-label={t('announceOf', { service: nameOf(service.service) })}
                  // Whoever announces knows how many get the email.
                  disabled={wanted !== undefined || countedAt === undefined}
                  onClick={() => {
                    setAnnounced(service);
                  }}
                  size="small"
                >
                  {t('announce')}
                </Button>
              ),
          },
        ]}
        empty=""
        label={title}
        rowKey={({ service }) => service}
        rows={services}
      />
      {countedAt && <DoneAt label={t('countedAt')} time={countedAt} />}
      {announced && (
        <AnnounceDialog
          name={nameOf(announced.service)}
          onClose={() => {
            setAnnounced(undefined);
          }}
          service={announced}
        />
      )}
    </>
  );
}

function Waiting({ isCounted, service }: { isCounted: boolean; service: AnnouncedService }) {
  const { t } = useTranslation('staffAnnouncements');
  const { ready, held, inDoubt } = service.waiting;
  return isCounted ? (
    <Stack>
      <span>{t('ready', { count: ready })}</span>
      {held > 0 && <span>{t('held', { count: held })}</span>}
      {inDoubt > 0 && <span>{t('inDoubt', { count: inDoubt })}</span>}
    </Stack>
  ) : (
    <span>{t('notCounted')}</span>
  );
}

interface AnnounceDialogProps {
  service: AnnouncedService;
  /** Of the service. */
  name: string;
  onClose: () => void;
}

/** Says who gets an email, and has it sent. */
export function AnnounceDialog({ service, name, onClose }: AnnounceDialogProps) {
  const { t } = useTranslation('staffAnnouncements');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const { ready, inDoubt } = service.waiting;
  const form = useForm({
    defaultValues: { inDoubt: false },
    validate: () => ({}),
    submit: async (values) => {
      await requestAnnouncement(lang, { service: service.service, ...values });
      showSuccess(t('wanted'));
      onClose();
    },
  });
  return (
    <FormDialog action={t('send')} form={form} onClose={onClose} title={t('question', { name })}>
      <Typography>{t('ready', { count: ready })}</Typography>
      <Typography>{t('effect')}</Typography>
      <>
        {inDoubt > 0 && (
          <FormControlLabel
            control={<Checkbox {...form.register('inDoubt')} />}
            label={t('alsoInDoubt', { count: inDoubt })}
          />
        )}
      </>
    </FormDialog>
  );
}

/** Has the users who wait counted. */
export function CountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staffAnnouncements');
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: {},
    validate: () => ({}),
    submit: async () => {
      await requestAnnouncement(lang, {});
      onClose();
    },
  });
  return (
    <FormDialog action={t('count')} form={form} onClose={onClose} title={t('count')}>
      <Typography>{t('countEffect')}</Typography>
    </FormDialog>
  );
}
