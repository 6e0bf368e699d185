import { useTranslation } from 'react-i18next';
import { useAction } from '#entities/action/useAction.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { PasswordForm, SettingsSection } from './SettingsSection.tsx';
import { useDataExport, requestDataExport, freshArchiveUrl, type ExportStatus } from './api.ts';
import styles from './SettingsSection.module.css';

/** A copy of everything that is stored about the user: not requested, being made, ready or failed. */
export function DataExport() {
  const { t } = useTranslation('settings');
  const query = useDataExport();
  const { data } = query;
  const failure = useQueryFailure(query);
  const summary =
    failure && data === undefined ? (
      <Notice {...failure} title={t('dataExport.loadFailed')} />
    ) : (
      <ExportState dataExport={data ?? null} />
    );
  const canRequest = data !== undefined && data?.state !== 'making';
  return (
    <SettingsSection
      openLabel={canRequest ? t(data ? 'dataExport.openAgain' : 'dataExport.open') : undefined}
      summary={summary}
      title={t('dataExport.title')}
      renderForm={(close) => <ExportForm onClose={close} />}
    />
  );
}

/** Starts an export, with the password. */
function ExportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const lang = useLanguage().code;
  return (
    <PasswordForm
      failureFallback={() => t('dataExport.failed')}
      intro={t('dataExport.formIntro')}
      onClose={onClose}
      submit={async (password) => {
        await requestDataExport(lang, password);
        onClose();
      }}
      submitLabel={t('dataExport.submit')}
    />
  );
}

/** The state of the export, and the download when it is ready. A change of the state is announced. */
function ExportState({ dataExport }: { dataExport: ExportStatus | null }) {
  const { t } = useTranslation('settings');
  const { dates } = useLanguage();
  const state = dataExport?.state;
  const time =
    dataExport && formatDate(dates, new Date(dataExport.expiresAt), { timeStyle: 'short' });
  return (
    <>
      <p>{t('dataExport.intro')}</p>
      <div className={state && styles.pending}>
        <p role="status">
          {state === 'making' && <span>{t('dataExport.making')}</span>}
          {state === 'ready' && <span>{t('dataExport.ready', { time })}</span>}
          {state === 'failed' && <span>{t('dataExport.failedToMake')}</span>}
        </p>
        {state === 'ready' && <DownloadButton />}
      </div>
    </>
  );
}

function DownloadButton() {
  const { t } = useTranslation('settings');
  const { showError } = useSnackbar();
  const download = useAction(freshArchiveUrl, {
    onDone: (url) => {
      if (url) {
        // A response with an attachment leaves the page open.
        window.location.assign(url);
      } else {
        showError(t('dataExport.gone'));
      }
    },
  });
  return (
    <div className={styles.actions}>
      <Button
        busy={download.isPending}
        onClick={() => {
          download.mutate();
        }}
      >
        <Icon name="download" />
        <span>{t('dataExport.download')}</span>
      </Button>
    </div>
  );
}
