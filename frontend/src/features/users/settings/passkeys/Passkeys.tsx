import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { supportsPasskeys } from '#lib/passkeys.ts';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { SettingsSection } from '../components/SettingsSection.tsx';
import { AddPasskeyForm } from './AddPasskeyForm.tsx';
import { usePasskeys } from './api/listPasskeys.ts';
import { PasskeyList } from './PasskeyList.tsx';

/** The API refuses more. */
const MAX_PASSKEYS = 5;

/** The user's passkeys, with their names, and a form that adds one. */
export function Passkeys() {
  const { t } = useTranslation(['settings', 'errors']);
  const { showSuccess } = useSnackbar();
  const query = usePasskeys();
  const { data: passkeys, dataUpdatedAt } = query;
  const failure = useQueryFailure(query);
  /** The passkey whose name is being edited. Each form has its own object: a late response to an earlier one does not close it. */
  const [renamed, setRenamed] = useState<{ id: string } | null>(null);
  const isFull = passkeys !== undefined && passkeys.length >= MAX_PASSKEYS;
  const canAdd = passkeys !== undefined && !isFull && supportsPasskeys();
  const summary = (
    <>
      <p>{t('passkeys.intro')}</p>
      {passkeys && (
        <PasskeyList
          now={dataUpdatedAt}
          onRename={(id) => {
            setRenamed({ id });
          }}
          onRenamed={() => {
            setRenamed((current) => (current === renamed ? null : current));
          }}
          passkeys={passkeys}
          renamed={renamed?.id}
        />
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
    >
      {(close) => (
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
    </SettingsSection>
  );
}
