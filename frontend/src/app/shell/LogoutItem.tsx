import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from 'react-router-dom';
import { logOut } from '#entities/session/session.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import styles from './Drawer.module.css';

/** Signs out after a confirmation (spec §2, Shell). */
export function LogoutItem({ onSelect }: { onSelect: () => void }) {
  const { t } = useTranslation(['logout', 'common']);
  const logOutHere = useLogOut();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <ListItem disablePadding>
      <ListItemButton
        className={styles.item}
        component="button"
        onClick={() => {
          setIsConfirming(true);
        }}
      >
        <Icon name="logout" />
        <span>{t('common:logout.title')}</span>
      </ListItemButton>
      <ConfirmDialog
        cancelLabel={t('no')}
        confirmLabel={t('yes')}
        onCancel={() => {
          setIsConfirming(false);
        }}
        onConfirm={() => {
          setIsConfirming(false);
          onSelect();
          logOutHere();
        }}
        open={isConfirming}
        title={t('common:logout.title')}
      >
        {t('question')}
      </ConfirmDialog>
    </ListItem>
  );
}

/** Long enough to read that the session was not ended on the server. */
const NOTICE_DURATION_MS = 8000;

/** Shows that the session was not ended on the server. */
let showFailure: () => void = () => undefined;

/** Signs out and opens the home screen, after the confirmation that a screen with unsaved changes asks for. */
export function useLogOut(): () => void {
  const { t } = useTranslation('logout');
  const submit = useSubmit();
  const { showError } = useSnackbar();
  return () => {
    showFailure = () => {
      showError(t('notEnded'), { duration: NOTICE_DURATION_MS });
    };
    // The router runs the action of the home screen once nothing blocks the navigation.
    void submit(null, { action: '/', method: 'post' });
  };
}

/** The action of the home screen. */
export function signOutAction(): null {
  logOut().catch(() => {
    showFailure();
  });
  return null;
}
