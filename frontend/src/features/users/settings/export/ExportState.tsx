import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import styles from '../components/SettingsSection.module.css';
import { freshArchiveUrl, type DataExport } from './api/dataExport.ts';

/** The state of the export, and the download when it is ready. A change of the state is announced. */
export function ExportState({ dataExport }: { dataExport: DataExport | null }) {
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
  const errorMessage = useErrorMessage();
  const { showError } = useSnackbar();
  const [isWorking, setIsWorking] = useState(false);
  const download = async () => {
    setIsWorking(true);
    try {
      const url = await freshArchiveUrl();
      if (url) {
        // A response with an attachment leaves the page open.
        window.location.assign(url);
      } else {
        showError(t('dataExport.gone'));
      }
    } catch (failure) {
      showError(errorMessage(failure));
    }
    setIsWorking(false);
  };
  return (
    <div className={styles.actions}>
      <Button busy={isWorking} onClick={() => void download()}>
        <Icon name="download" />
        <span>{t('dataExport.download')}</span>
      </Button>
    </div>
  );
}
