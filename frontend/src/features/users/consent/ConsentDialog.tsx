import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { client, dataOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { legalParts, updateDate, currentVersions } from '#entities/legal/legalSections.ts';
import { formatDate } from '#i18n/formatDate.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { TextLink } from '#ui/Link.tsx';
import { AppDialog } from '#ui/dialog/AppDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { ReloadButton } from '#ui/lazy/loadFailures.tsx';
import styles from './ConsentDialog.module.css';

interface ConsentDialogProps {
  open: boolean;
  /** The user has agreed to earlier versions. */
  hasAgreedBefore: boolean;
  onAgreed: (consent: ConsentState) => void;
  onLogOut: () => void;
}

/** Asks a signed-in user to agree to the current terms and privacy policy. Only a choice closes it. */
export function ConsentDialog({ open, hasAgreedBefore, onAgreed, onLogOut }: ConsentDialogProps) {
  const { t } = useTranslation(['consent', 'common']);
  const { code: lang, dates } = useLanguage();
  const id = useId();
  const {
    error: failure,
    isPending,
    mutate: agree,
  } = useAction(() => giveConsent(lang), { onDone: onAgreed, onFailed: ignore });

  return (
    <AppDialog
      describedBy={`${id}text`}
      open={open}
      paper={styles.paper}
      title={hasAgreedBefore ? t('changed') : t('first')}
    >
      <p id={`${id}text`}>{t('request')}</p>
      <ul className={styles.texts}>
        {legalParts.map((part) => (
          <li key={part}>
            {/* In a new tab, the screen below keeps what was entered. */}
            <TextLink target="_blank" to={`/privacy#${part}`}>
              {t(`texts.${part}`, { date: formatDate(dates, updateDate(part)) })}
            </TextLink>
          </li>
        ))}
      </ul>
      <p className={styles.otherwise}>{t('otherwise')}</p>
      <div className={styles.links}>
        <TextLink to="/settings">{t('common:pages.settings')}</TextLink>
        <TextLink to="/delete">{t('delete')}</TextLink>
      </div>
      <FormError failure={failure} />
      <div className={styles.actions}>
        <Button onClick={onLogOut} variant="outlined">
          {t('common:logout.title')}
        </Button>
        {isOutdated(failure) ? (
          <ReloadButton />
        ) : (
          <Button
            busy={isPending}
            onClick={() => {
              agree();
            }}
          >
            {t('agree')}
          </Button>
        )}
      </div>
    </AppDialog>
  );
}

/** The texts have changed since this page was loaded. */
function isOutdated(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'consent_outdated';
}

export type ConsentState = components['schemas']['ConsentState'];

/** Agrees to the versions that this release shows. The server refuses those that are not the current ones. */
function giveConsent(lang: LanguageCode): Promise<ConsentState> {
  return dataOf(
    client.PUT('/users/me/consent', { params: { query: { lang } }, body: currentVersions }),
  );
}
