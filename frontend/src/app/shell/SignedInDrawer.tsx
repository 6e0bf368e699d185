import Collapse from '@mui/material/Collapse';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Link } from '#ui/Link.tsx';
import { Avatar } from '#entities/user/Avatar.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Drawing, Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/Button.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import styles from './Drawer.module.css';
import type { DrawerProps } from './Bar.tsx';
import { LogoutItem } from './LogoutItem.tsx';
import { useScreenEntries, type NavigationScreen, useAboutEntries } from './navigation.ts';
import type { Elements } from '#ui/elements.ts';

const PERSON_DRAWING = 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6';
const CALENDAR_DRAWING = 'M4 6h16v14H4V6Zm0 4.5h16M8 3.5V7m8-3.5V7m-7 8.5 2 2 4-4';
const SETTINGS_DRAWING =
  'M4 7h9m4 0h3M4 17h3m4 0h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z';
const INFO_DRAWING = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-9v.01';
const HELP_DRAWING =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-2.5-11.2a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.7m0 2.6v.01';

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
          <ScreenLinks entries={useScreenEntries('users')} onSelect={onClose} />
          {user?.staff && <StaffLink onSelect={onClose} />}
          <AboutItem onSelect={onClose} />
          <ScreenLinks entries={useScreenEntries('help')} onSelect={onClose} />
          <LogoutItem onSelect={onClose} />
        </List>
      </Drawer>
    </MuiProvider>
  );
}

const icons: Record<NavigationScreen, Elements> = {
  courses: <Icon name="courses" />,
  'my-courses': <Drawing path={CALENDAR_DRAWING} />,
  profile: <Drawing path={PERSON_DRAWING} />,
  settings: <Drawing path={SETTINGS_DRAWING} />,
  faq: <Drawing path={HELP_DRAWING} />,
  contact: <Icon name="mail" />,
};

interface ScreenLinksProps {
  entries: ReturnType<typeof useScreenEntries>;
  onSelect: () => void;
}

function ScreenLinks({ entries, onSelect }: ScreenLinksProps) {
  return entries.map(({ id, label, to }) => (
    <LinkItem icon={icons[id]} key={id} onSelect={onSelect} to={to}>
      {label}
    </LinkItem>
  ));
}

/** Its text is loaded for staff alone. */
const StaffLink = lazyComponent<{ onSelect: () => void }>(() => Promise.resolve(StaffItem), {
  translations: ['staff'],
});

function StaffItem({ onSelect }: { onSelect: () => void }) {
  const { t } = useTranslation('staff');
  return (
    <LinkItem icon={<Icon name="courses" />} onSelect={onSelect} to="/staff">
      {t('title')}
    </LinkItem>
  );
}

interface LinkItemProps {
  to: string;
  icon?: Elements;
  children: string;
  onSelect: () => void;
}

function LinkItem({ to, icon, children, onSelect }: LinkItemProps) {
  const isCurrent = useLocation().pathname === to;
  return (
    <ListItem disablePadding>
      <ListItemButton
        aria-current={isCurrent ? 'page' : undefined}
        className={styles.item}
        component={Link}
        onClick={onSelect}
        selected={isCurrent}
        to={to}
      >
        {icon}
        <span>{children}</span>
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
        <Drawing path={INFO_DRAWING} />
        <span>{t('navigation.aboutUs')}</span>
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
