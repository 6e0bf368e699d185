import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { cancelEmailChange, requestEmailChange, type EmailChange } from '../api/emailChange.ts';
import styles from './SettingsSection.module.css';

interface PendingEmailChangeProps {
  change: EmailChange;
  onCancelled: () => void;
}

/** A change of the email address that waits for its link: sends the link again, or cancels the change. */
export function PendingEmailChange({ change, onCancelled }: PendingEmailChangeProps) {
  const { t } = useTranslation('settings');
  const lang = useLanguage().code;
  const [working, setWorking] = useState<'resend' | 'cancel' | null>(null);
  const [wasSent, setWasSent] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const run = async (name: 'resend' | 'cancel', work: () => Promise<void>) => {
    if (working) {
      return;
    }
    setWorking(name);
    setFailure(undefined);
    setWasSent(false);
    try {
      await work();
    } catch (cause) {
      setFailure(cause);
    }
    setWorking(null);
  };
  const resend = async () => {
    await requestEmailChange(lang, change.email);
    setWasSent(true);
  };
  const cancel = async () => {
    await cancelEmailChange(lang);
    onCancelled();
  };

  return (
    <div className={styles.pending}>
      <p role="status">
        <BreakableText
          text={t(wasSent ? 'changeEmail.sentAgain' : 'changeEmail.pending', {
            email: isolatedEmail(change.email),
          })}
        />
      </p>
      <FormError failure={failure} />
      <div className={styles.actions}>
        <Button
          busy={working === 'resend'}
          onClick={() => void run('resend', resend)}
          variant="outlined"
        >
          {t('changeEmail.resend')}
        </Button>
        <Button
          busy={working === 'cancel'}
          onClick={() => void run('cancel', cancel)}
          variant="outlined"
        >
          {t('changeEmail.cancel')}
        </Button>
      </div>
    </div>
  );
}
