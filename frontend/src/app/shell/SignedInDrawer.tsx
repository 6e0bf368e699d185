import Collapse from '@mui/material/Collapse';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Avatar } from '#entities/user/Avatar.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './Drawer.module.css';
import type { DrawerProps } from './DrawerButton.tsx';
import { LogoutItem } from './LogoutItem.tsx';
import { useAboutEntries } from './useNavigationEntries.ts';

/** The drawer for signed-in users (spec §2, Shell). It opens on the side of its button. */
export function SignedInDrawer({ open, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const user = useCurrentUser().data?.user;
  return (
    <MuiProvider>
      <Drawer
        anchor="left"
        onClose={onClose}
        open={open}
        slotProps={{
          paper: { 'aria-label': t('navigation.main'), className: styles.paper },
        }}
      >
        <div className={styles.head}>
          {user && (
            <div className={styles.user}>
              <Avatar user={user} />
              <div className={styles.names}>
                <p className={styles.name}>
                  <bdi>{user.fullname}</bdi>
                </p>
                <p className={styles.email} dir="ltr">
                  <BreakableText text={user.email} />
                </p>
              </div>
            </div>
          )}
          <IconButton icon="close" label={t('navigation.closeMenu')} onClick={onClose} />
        </div>
        <List disablePadding>
          <LinkItem icon="person" onSelect={onClose} to="/profile">
            {t('pages.profile')}
          </LinkItem>
          <LinkItem icon="settings" onSelect={onClose} to="/settings">
            {t('pages.settings')}
          </LinkItem>
          <AboutItem onSelect={onClose} />
          <LogoutItem onChosen={onClose} />
        </List>
      </Drawer>
    </MuiProvider>
  );
}

interface LinkItemProps {
  to: string;
  icon?: IconName;
  children: string;
  onSelect: () => void;
}

function LinkItem({ to, icon, children, onSelect: onChosen }: LinkItemProps) {
  const isCurrent = useLocation().pathname === to;
  return (
    <ListItem disablePadding>
      <ListItemButton
        aria-current={isCurrent ? 'page' : undefined}
        className={styles.item}
        component={Link}
        onClick={onChosen}
        selected={isCurrent}
        to={to}
      >
        {icon && <Icon name={icon} />}
        {children}
      </ListItemButton>
    </ListItem>
  );
}

/** Expands to the five about screens. */
function AboutItem({ onSelect }: { onSelect: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <li>
      <ListItemButton
        aria-controls={id}
        aria-expanded={isExpanded}
        className={styles.item}
        component="button"
        onClick={() => {
          setIsExpanded(!isExpanded);
        }}
      >
        <Icon name="info" />
        {t('navigation.aboutUs')}
        <Icon className={styles.chevron} name="chevron" size={16} />
      </ListItemButton>
      <Collapse id={id} in={isExpanded}>
        <List className={styles.submenu} disablePadding>
          {useAboutEntries().map(({ id: area, label, to }) => (
            <LinkItem key={area} onSelect={onSelect} to={to}>
              {label}
            </LinkItem>
          ))}
        </List>
      </Collapse>
    </li>
  );
}
