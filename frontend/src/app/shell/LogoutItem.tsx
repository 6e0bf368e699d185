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

/** Long enough to read that the server was not told. */
const NOTICE_DURATION_MS = 8000;

/** Signs out after a confirmation (spec §2, Shell). */
export function LogoutItem({ onChosen: onSelect }: { onChosen: () => void }) {
  const { t } = useTranslation(['logout', 'common']);
  const navigate = useNavigate();
  const { showError } = useSnackbar();
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
        {t('common:logout.title')}
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
          leaveScreen(() => {
            void navigate('/');
            logOut().catch(() => {
              showError(t('notEnded'), { duration: NOTICE_DURATION_MS });
            });
          });
        }}
        open={isConfirming}
        title={t('common:logout.title')}
      >
        {t('question')}
      </ConfirmDialog>
    </ListItem>
  );
}
