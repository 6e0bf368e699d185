import { useState, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { supportsPasskeys, hasPasskeyAlready, isCancelledByUser } from '#lib/passkeys.ts';
import { Button } from '#ui/Button.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { focusAfter } from '#ui/focus.ts';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { PasswordForm, relativeTime, SettingsForm, SettingsSection } from './SettingsSection.tsx';
import { addPasskey, usePasskeys, type Passkey, removePasskey, renamePasskey } from './api.ts';
import styles from './Passkeys.module.css';
import sectionStyles from './SettingsSection.module.css';

/** The API refuses more. */
const MAX_PASSKEYS = 5;

/** The user's passkeys, with their names, and a form that adds one. Removing one asks first. */
export function Passkeys() {
  const { t } = useTranslation(['settings', 'errors']);
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const query = usePasskeys();
  const { data: passkeys, dataUpdatedAt } = query;
  const failure = useQueryFailure(query);
  /** The passkey whose name is being edited. Each form has its own object: a late response to an earlier one does not close it. */
  const [renamed, setRenamed] = useState<{ id: string } | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const removal = useConfirmedAction(({ _id }: Passkey) => removePasskey(lang, _id), {
    onDone: (_, passkey) => {
      showSuccess(t('passkeys.removed', { name: nameOf(passkey) }));
      // The button that opened the dialog is gone.
      group.current?.focus();
    },
  });
  const nameOf = (passkey: Passkey | undefined) =>
    isolatedName(passkey?.name || t('passkeys.unnamed'));
  const isFull = passkeys !== undefined && passkeys.length >= MAX_PASSKEYS;
  const canAdd = passkeys !== undefined && !isFull && supportsPasskeys();
  const summary = (
    <>
      <p>{t('passkeys.intro')}</p>
      {passkeys && (
        <div aria-label={t('passkeys.title')} ref={group} role="group" tabIndex={-1}>
          <ul className={styles.list}>
            {passkeys.map((passkey) => (
              <PasskeyItem
                isRenamed={renamed?.id === passkey._id}
                key={passkey._id}
                now={dataUpdatedAt}
                onRemove={() => {
                  removal.ask(passkey);
                }}
                onRename={() => {
                  setRenamed({ id: passkey._id });
                }}
                onRenamed={() => {
                  setRenamed((current) => (current === renamed ? null : current));
                }}
                passkey={passkey}
              />
            ))}
          </ul>
          <ConfirmDialog
            cancelLabel={t('passkeys.cancel')}
            confirmLabel={t('passkeys.confirm')}
            title={t('passkeys.question', { name: nameOf(removal.asked) })}
            {...removal.dialog}
          >
            {t('passkeys.warning')}
          </ConfirmDialog>
        </div>
      )}
      {isFull && <p>{t('errors:passkey_limit_reached')}</p>}
      {!supportsPasskeys() && <p>{t('passkeys.unsupported')}</p>}
      {!passkeys && failure && <Notice {...failure} title={t('passkeys.loadFailed')} />}
      {!passkeys && !failure && (
        <div aria-busy="true">
          <Skeleton width={60} />
        </div>
      )}
    </>
  );
  return (
    <SettingsSection
      openLabel={canAdd ? t('passkeys.open') : undefined}
      summary={summary}
      title={t('passkeys.title')}
      renderForm={(close) => (
        <AddPasskeyForm
          onAdded={({ _id }) => {
            close();
            // The name is that of the device: the user may change it at once.
            setRenamed({ id: _id });
            showSuccess(t('passkeys.added'));
          }}
          onClose={close}
        />
      )}
    />
  );
}

interface AddPasskeyFormProps {
  onAdded: (passkey: Passkey) => void;
  onClose: () => void;
}

/** Adds a passkey: the password first, then the browser's dialog. A dialog that the user closes leaves the form as it was. */
function AddPasskeyForm({ onAdded, onClose }: AddPasskeyFormProps) {
  const { t } = useTranslation('settings');
  const lang = useLanguage().code;
  return (
    <PasswordForm
      failureFallback={(failure) =>
        t(hasPasskeyAlready(failure) ? 'passkeys.alreadyHere' : 'passkeys.addFailed')
      }
      intro={t('passkeys.formIntro')}
      onClose={onClose}
      submit={async (password) => {
        try {
          onAdded(await addPasskey(lang, password));
        } catch (failure) {
          if (!isCancelledByUser(failure)) {
            throw failure;
          }
        }
      }}
      submitLabel={t('passkeys.submit')}
    />
  );
}

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
function PasskeyItem(props: PasskeyItemProps) {
  const { passkey, now, isRenamed, onRename, onRenamed, onRemove } = props;
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const renameButton = useRef<HTMLButtonElement>(null);
  const { createdAt, lastUsedAt } = passkey;
  const name = passkey.name || t('passkeys.unnamed');
  return (
    <li className={sectionStyles.item}>
      {isRenamed ? (
        <RenamePasskeyForm
          onClose={() => {
            focusAfter(renameButton, onRenamed);
          }}
          passkey={passkey}
        />
      ) : (
        <>
          <div className={sectionStyles.facts}>
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
    <SettingsForm
      failureFallback={t('passkeys.renameFailed')}
      form={form}
      onClose={onClose}
      submitLabel={t('passkeys.save')}
    >
      <TextField
        control={form.control}
        label={t('passkeys.name')}
        maxLength={MAX_LENGTH}
        name="name"
      />
    </SettingsForm>
  );
}
