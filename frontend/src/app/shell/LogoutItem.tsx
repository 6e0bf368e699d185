import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { logOut } from '#entities/session/session.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { leaveScreen } from '#ui/unsaved/navigationGuard.ts';
import styles from './Drawer.module.css';

/** Signs out after a confirmation (spec §2, Shell). */
export function LogoutItem({ onSelect }: { onSelect: () => void }) {
  const { t } = useTranslation(['logout', 'common']);
  const logOut = useLogOut();
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
          logOut();
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

/** Signs out and opens the home screen, after the confirmation that a screen with unsaved changes asks for. */
export function useLogOut(): () => void {
  const { t } = useTranslation('logout');
  const navigate = useNavigate();
  const { showError } = useSnackbar();
  return () => {
    leaveScreen(() => {
      void navigate('/');
      logOut().catch(() => {
        showError(t('notEnded'), { duration: NOTICE_DURATION_MS });
      });
    });
  };
}
