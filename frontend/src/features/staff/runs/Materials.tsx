import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useForm } from '#ui/form/useForm.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Part } from '../kit/parts.tsx';
import { changeRun, type Material, type Run, useRunChange } from './api.ts';
import { DialogButton, FormDialog, FormField } from '../kit/FormDialog.tsx';

/** The links of a run, those of the whole run first, then by session. They stay after the end, as recordings do. */
export function Materials({ run, canChange }: { run: Run; canChange: boolean }) {
  const { t } = useTranslation(['staffRuns', 'staffPlaces', 'staff']);
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const removal = useConfirmedAction(
    ({ url }: Material) => changeRun(lang, run, { action: 'remove_material', url }),
    {
      onDone: () => {
        showSuccess(t('materials.removed'));
      },
    },
  );
  return (
    <Part title={t('materials.title')}>
      <Stack spacing={2}>
        <DataTable
          columns={[
            {
              id: 'for',
              label: t('materials.for'),
              cell: ({ session }) =>
                session === undefined ? t('materials.run') : t('session', { number: session }),
            },
            {
              id: 'link',
              label: t('materials.name'),
              cell: ({ title, url }) => (
                <a href={url} rel="noreferrer" target="_blank">
                  <bdi>{title}</bdi>
                </a>
              ),
            },
            {
              id: 'actions',
              label: t('staffPlaces:actions'),
              cell: (material) =>
                canChange && (
                  <Button
                    color="error"
                    onClick={() => {
                      removal.ask(material);
                    }}
                    size="small"
                  >
                    {t('materials.remove')}
                  </Button>
                ),
            },
          ]}
          empty={t('materials.none')}
          label={t('materials.title')}
          rowKey={({ url }) => url}
          rows={run.materials}
        />
        {canChange && (
          <DialogButton
            dialog={(close) => <MaterialDialog onClose={close} run={run} />}
            sx={{ alignSelf: 'flex-start' }}
            variant="outlined"
          >
            {t('materials.add')}
          </DialogButton>
        )}
      </Stack>
      <ConfirmDialog
        {...removal.dialog}
        cancelLabel={t('staff:cancel')}
        confirmLabel={t('materials.remove')}
        danger
        title={t('materials.removeQuestion')}
      >
        <p>{t('materials.removeEffect', { title: isolatedName(removal.asked?.title ?? '') })}</p>
      </ConfirmDialog>
    </Part>
  );
}

/** Adds a link, for the whole run or for one of its sessions. */
function MaterialDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const { t } = useTranslation('staffRuns');
  const { showSuccess } = useSnackbar();
  const send = useRunChange(run);
  const form = useForm({
    defaultValues: { title: '', url: '', session: '' },
    validate: ({ title, url }) => ({
      title: title.trim() ? undefined : 'title_invalid',
      url: url.trim() ? undefined : 'url_invalid',
    }),
    submit: async ({ title, url, session }) => {
      await send({
        action: 'add_material',
        title,
        url,
        ...(session && { session: Number(session) }),
      });
      showSuccess(t('materials.added'));
      onClose();
    },
  });
  return (
    <FormDialog
      action={t('materials.add')}
      form={form}
      onClose={onClose}
      title={t('materials.add')}
    >
      <FormField
        form={form}
        helperText={t('materials.nameHint')}
        label={t('materials.name')}
        name="title"
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
      <FormField
        form={form}
        helperText={t('urlHint')}
        label={t('materials.url')}
        name="url"
        slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'url' } }}
      />
      <FormField
        form={form}
        label={t('materials.for')}
        name="session"
        select
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        <option value="">{t('materials.run')}</option>
        {run.sessions.map(({ number }) => (
          <option key={number} value={number}>
            {t('session', { number })}
          </option>
        ))}
      </FormField>
    </FormDialog>
  );
}
