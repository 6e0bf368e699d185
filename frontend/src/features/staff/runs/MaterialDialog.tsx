import { useTranslation } from 'react-i18next';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';
import { useRunChange, type Run } from './api.ts';

/** Adds a link, for the whole run or for one of its sessions. */
export function MaterialDialog({ run, onClose }: { run: Run; onClose: () => void }) {
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
