import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { focusAfter } from '#ui/focusAfter.ts';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormActions } from './SettingsSection.tsx';
import { type Passkey, renamePasskey } from './api.ts';
import { relativeTime } from './relativeTime.ts';
import styles from './Passkeys.module.css';

interface PasskeyItemProps {
  passkey: Passkey;
  /** The time at which the list was loaded. */
  now: number;
  isRenamed: boolean;
  onRename: () => void;
  onRenamed: () => void;
  onRemove: () => void;
}

/** A passkey: its name, when it was added and last used, and buttons to rename and remove it. */
export function PasskeyItem(props: PasskeyItemProps) {
  const { passkey, now, isRenamed, onRename, onRenamed, onRemove } = props;
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const renameButton = useRef<HTMLButtonElement>(null);
  const { createdAt, lastUsedAt } = passkey;
  const name = passkey.name || t('passkeys.unnamed');
  return (
    <li className={styles.passkey}>
      {isRenamed ? (
        <RenamePasskeyForm
          onClose={() => {
            focusAfter(renameButton, onRenamed);
          }}
          passkey={passkey}
        />
      ) : (
        <>
          <div className={styles.facts}>
            <p className={styles.name}>
              <bdi>{name}</bdi>
            </p>
            <p>{t('passkeys.addedAt', { time: relativeTime(createdAt, now, language) })}</p>
            <p>
              {lastUsedAt
                ? t('passkeys.lastUsed', { time: relativeTime(lastUsedAt, now, language) })
                : t('passkeys.neverUsed')}
            </p>
          </div>
          <div className={styles.actions}>
            <Button
              aria-label={t('passkeys.renameNamed', { name })}
              onClick={onRename}
              ref={renameButton}
              variant="outlined"
            >
              {t('passkeys.rename')}
            </Button>
            <Button
              aria-label={t('passkeys.removeNamed', { name })}
              onClick={onRemove}
              variant="outlined"
            >
              {t('passkeys.remove')}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

const MAX_LENGTH = 50;

/** The name of a passkey, to be changed. */
function RenamePasskeyForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: { name: passkey.name },
    validate: ({ name }) => ({ name: name.trim() === '' ? 'passkey_name_required' : undefined }),
    submit: async ({ name }) => {
      try {
        await renamePasskey(lang, passkey._id, name.trim());
        showSuccess(t('passkeys.renamed'));
        onClose();
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.code === 'passkey_not_found')) {
          throw failure;
        }
        // The passkey leaves the list, and this form with it.
        showError(errorMessage(failure));
        onClose();
      }
    },
  });
  return (
    <Form failureFallback={t('passkeys.renameFailed')} form={form} takesFocus>
      <TextField
        control={form.control}
        label={t('passkeys.name')}
        maxLength={MAX_LENGTH}
        name="name"
      />
      <FormActions
        isSubmitting={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('passkeys.save')}
      />
    </Form>
  );
}
