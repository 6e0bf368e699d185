import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { relativeTime } from '../sessions/relativeTime.ts';
import type { Passkey } from './api/listPasskeys.ts';
import styles from './Passkeys.module.css';
import { RenamePasskeyForm } from './RenamePasskeyForm.tsx';

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
  const wasRenamed = useRef(isRenamed);
  useEffect(() => {
    if (wasRenamed.current && !isRenamed) {
      renameButton.current?.focus();
    }
    wasRenamed.current = isRenamed;
  }, [isRenamed]);

  const { createdAt, lastUsedAt } = passkey;
  const name = passkey.name || t('passkeys.unnamed');
  return (
    <li className={styles.passkey}>
      {isRenamed ? (
        <RenamePasskeyForm onClose={onRenamed} passkey={passkey} />
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
