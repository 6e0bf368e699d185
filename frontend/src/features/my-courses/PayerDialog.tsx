import { useTranslation } from 'react-i18next';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { PAYER_LENGTHS, setPayer, type Payer } from '#entities/my-courses/api.ts';
import { normalizeText } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { AppDialog } from '#ui/dialog/AppDialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import styles from './PayerDialog.module.css';

interface PayerDialogProps {
  open: boolean;
  courseId: string;
  /** Undefined when the user pays. */
  payer: Payer | undefined;
  onClose: () => void;
}

/** Asks who pays for a place. It stays open while that is being saved. */
export function PayerDialog({ open, courseId, payer, onClose }: PayerDialogProps) {
  const { t } = useTranslation('myPlace');
  const { showSuccess } = useSnackbar();
  const saving = useAction((changed: Partial<Payer>) => setPayer(courseId, changed), {
    onDone: (_, { name }) => {
      onClose();
      showSuccess(name ? t('payer.saved') : t('payer.removed'));
    },
    onFailed: ignore,
  });
  return (
    <AppDialog
      head={styles.head}
      onClose={() => {
        if (!saving.isPending) {
          onClose();
        }
      }}
      open={open}
      paper={styles.paper}
      title={t('payer.title')}
    >
      <p className={styles.text}>{t('payer.text')}</p>
      <PayerForm isSaving={saving.isPending} payer={payer} save={saving.mutateAsync} />
    </AppDialog>
  );
}

interface PayerFormProps {
  payer: Payer | undefined;
  isSaving: boolean;
  save: (payer: Partial<Payer>) => Promise<void>;
}

/** It is mounted while the dialog is open, so that nothing that was typed remains. */
function PayerForm({ payer, isSaving, save }: PayerFormProps) {
  const { t } = useTranslation('myPlace');
  const form = useForm({
    defaultValues: { name: '', address: '', taxNumber: '', ...payer },
    validate: ({ name, address }) => ({
      name: normalizeText(name) === '' ? 'payer_name_required' : undefined,
      address: normalizeText(address) === '' ? 'address_required' : undefined,
    }),
    submit: async ({ name, address, taxNumber }) => {
      await save({
        name: name.trim(),
        address: address.trim(),
        ...(taxNumber.trim() && { taxNumber: taxNumber.trim() }),
      });
    },
  });
  const { control } = form;
  return (
    <Form form={form} takesFocus>
      <TextField
        autoComplete="billing organization"
        control={control}
        errorTexts={{ payer_name_required: t('payer.nameRequired') }}
        label={t('payer.name')}
        maxLength={PAYER_LENGTHS.name}
        name="name"
      />
      <TextField
        autoComplete="billing street-address"
        control={control}
        label={t('payer.address')}
        maxLength={PAYER_LENGTHS.address}
        name="address"
      />
      <TextField
        control={control}
        label={t('payer.taxNumber')}
        maxLength={PAYER_LENGTHS.taxNumber}
        name="taxNumber"
        optional={t('payer.optional')}
      />
      <div className={styles.actions}>
        <Button busy={isSaving} type="submit">
          {t('payer.save')}
        </Button>
        {payer && (
          <Button
            busy={isSaving}
            onClick={() => {
              save({}).catch(form.setFailure);
            }}
            variant="outlined"
          >
            {t('payer.self')}
          </Button>
        )}
      </div>
    </Form>
  );
}
