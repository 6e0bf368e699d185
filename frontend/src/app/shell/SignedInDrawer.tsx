import Collapse from '@mui/material/Collapse';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Avatar } from '#entities/user/Avatar.tsx';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { MuiProvider } from '#theme/MuiProvider.tsx';
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
            <div className={styles.person}>
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
          <LinkItem icon="person" onChosen={onClose} to="/profile">
            {t('pages.profile')}
          </LinkItem>
          <LinkItem icon="settings" onChosen={onClose} to="/settings">
            {t('pages.settings')}
          </LinkItem>
          <AboutItem onChosen={onClose} />
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
  onChosen: () => void;
}

function LinkItem({ to, icon, children, onChosen }: LinkItemProps) {
  const isHere = useLocation().pathname === to;
  return (
    <ListItem disablePadding>
      <ListItemButton
        aria-current={isHere ? 'page' : undefined}
        className={styles.item}
        component={Link}
        onClick={onChosen}
        selected={isHere}
        to={to}
      >
        {icon && <Icon name={icon} />}
        {children}
      </ListItemButton>
    </ListItem>
  );
}

/** Expands to the five about screens. */
function AboutItem({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <li>
      <ListItemButton
        aria-controls={id}
        aria-expanded={isUnfolded}
        className={styles.item}
        component="button"
        onClick={() => {
          setIsUnfolded(!isUnfolded);
        }}
      >
        <Icon name="info" />
        {t('navigation.aboutUs')}
        <Icon className={styles.chevron} name="chevron" size={16} />
      </ListItemButton>
      <Collapse id={id} in={isUnfolded}>
        <List className={styles.submenu} disablePadding>
          {useAboutEntries().map(({ id: area, label, to }) => (
            <LinkItem key={area} onChosen={onChosen} to={to}>
              {label}
            </LinkItem>
          ))}
        </List>
      </Collapse>
    </li>
  );
}
