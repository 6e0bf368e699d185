import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { signOut } from '#entities/session/session.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { leaveScreen } from '#ui/unsaved/navigationGuard.ts';
import styles from './Drawer.module.css';

/** Signs out after a confirmation (spec §2, Shell). */
export function LogoutItem({ onChosen: onSelect }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
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
        {t('logout.title')}
      </ListItemButton>
      <ConfirmDialog
        cancelLabel={t('logout.no')}
        confirmLabel={t('logout.yes')}
        onCancel={() => {
          setIsConfirming(false);
        }}
        onConfirm={() => {
          setIsConfirming(false);
          onSelect();
          leaveScreen(() => {
            void navigate('/');
            signOut();
          });
        }}
        open={isConfirming}
        title={t('logout.title')}
      >
        {t('logout.question')}
      </ConfirmDialog>
    </ListItem>
  );
}
