import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { logOut } from '#entities/session/session.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import styles from './Drawer.module.css';

interface LogoutItemProps {
  onSelect: () => void;
  /** Of `useLogOut`, in a component that stays when the drawer closes. */
  onLogOut: () => void;
}

/** Signs out after a confirmation (spec §2, Shell). */
export function LogoutItem({ onSelect, onLogOut }: LogoutItemProps) {
  const { t } = useTranslation(['logout', 'common']);
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
          onLogOut();
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

/**
 * Opens the home screen, after the confirmation that a screen with unsaved changes asks for, and signs out there. The component must stay
 * mounted until then.
 */
export function useLogOut(): () => void {
  const { t } = useTranslation('logout');
  const navigate = useNavigate();
  const { showError } = useSnackbar();
  const { state } = useLocation() as { state: { request?: unknown } | null };
  /** Names the navigation after which the user is signed out. */
  const [request, setRequest] = useState<string>();
  const isHome = request !== undefined && state?.request === request;

  const signOut = useEffectEvent(() => {
    logOut().catch(() => {
      showError(t('notEnded'), { duration: NOTICE_DURATION_MS });
    });
  });
  useEffect(() => {
    if (isHome) {
      signOut();
    }
  }, [isHome]);

  return () => {
    const next = crypto.randomUUID();
    setRequest(next);
    void navigate('/', { state: { request: next } });
  };
}
