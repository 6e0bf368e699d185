import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { SettingsSection } from '../components/SettingsSection.tsx';
import { useDataExport } from './api/dataExport.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportState } from './ExportState.tsx';

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
    >
      {(close) => <ExportForm onClose={close} />}
    </SettingsSection>
  );
}
