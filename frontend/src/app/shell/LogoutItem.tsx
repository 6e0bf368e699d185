import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import styles from './Drawer.module.css';
import { useLogOut } from './useLogOut.ts';

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
