import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import type { Passkey } from './api/listPasskeys.ts';
import { removePasskey } from './api/removePasskey.ts';
import { PasskeyItem } from './PasskeyItem.tsx';
import styles from './Passkeys.module.css';

interface PasskeyListProps {
  passkeys: Passkey[];
  now: number;
  /** The id of the one whose name is being edited. */
  renamed: string | undefined;
  onRename: (id: string) => void;
  onRenamed: () => void;
}

/** The passkeys. Removing one asks first. */
export function PasskeyList(props: PasskeyListProps) {
  const { passkeys, now, renamed, onRename, onRenamed } = props;
  const { t } = useTranslation('settings');
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  /** The passkey that the dialog is about, also while it closes. */
  const [asked, setAsked] = useState<Passkey>();
  const [isAsking, setIsAsking] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [timesRemoved, setTimesRemoved] = useState(0);
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (timesRemoved > 0) {
      // The button that opened the dialog is gone.
      group.current?.focus();
    }
  }, [timesRemoved]);
  const name = isolatedName(asked?.name || t('passkeys.unnamed'));

  const remove = async ({ _id }: Passkey) => {
    setIsRemoving(true);
    try {
      await removePasskey(lang, _id);
      showSuccess(t('passkeys.removed', { name }));
      setTimesRemoved((times) => times + 1);
    } catch (failure) {
      showError(errorMessage(failure));
    }
    setIsRemoving(false);
    setIsAsking(false);
  };

  return (
    <div aria-label={t('passkeys.title')} ref={group} role="group" tabIndex={-1}>
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <PasskeyItem
            isRenamed={renamed === passkey._id}
            key={passkey._id}
            now={now}
            onRemove={() => {
              setAsked(passkey);
              setIsAsking(true);
            }}
            onRename={() => {
              onRename(passkey._id);
            }}
            onRenamed={onRenamed}
            passkey={passkey}
          />
        ))}
      </ul>
      <ConfirmDialog
        busy={isRemoving}
        cancelLabel={t('passkeys.cancel')}
        confirmLabel={t('passkeys.confirm')}
        onCancel={() => {
          setIsAsking(false);
        }}
        onConfirm={() => {
          if (asked) {
            void remove(asked);
          }
        }}
        open={isAsking}
        title={t('passkeys.question', { name })}
      >
        {t('passkeys.warning')}
      </ConfirmDialog>
    </div>
  );
}
