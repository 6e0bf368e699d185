import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListSubheader from '@mui/material/ListSubheader';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/Link.tsx';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { ButtonLink, IconButton } from '#ui/Button.tsx';
import type { MenuLink } from '#ui/menu/MenuPopup.tsx';
import { ColorSchemeToggle, type DrawerProps } from './Bar.tsx';
import styles from './Drawer.module.css';
import { useScreenEntries, useAboutEntries, useLanguageEntries } from './navigation.ts';

/** The items of the bar for narrow screens (spec §2, Home), and help. It opens on the side of its button. */
export function VisitorDrawer({ open, onClose }: DrawerProps) {
  const { t } = useTranslation();

  return (
    <MuiProvider>
      <Drawer
        anchor="right"
        onClose={onClose}
        open={open}
        slotProps={{
          paper: { 'aria-label': t('navigation.main'), className: styles.paper },
        }}
      >
        <div className={styles.head}>
          <ColorSchemeToggle />
          <IconButton icon="close" label={t('navigation.closeMenu')} onClick={onClose} />
        </div>
        <List disablePadding>
          <Links entries={useScreenEntries('visitors')} onSelect={onClose} />
        </List>
        <Group title={t('navigation.about')}>
          <Links entries={useAboutEntries()} onSelect={onClose} />
        </Group>
        <Group title={t('navigation.help')}>
          <Links entries={useScreenEntries('help')} onSelect={onClose} />
        </Group>
        <LanguageChoice onSelect={onClose} />
        <div className={styles.visitorLinks}>
          <ButtonLink variant="outlined" onClick={onClose} to="/login">
            {t('navigation.login')}
          </ButtonLink>
          <ButtonLink onClick={onClose} to="/signup">
            {t('navigation.signup')}
          </ButtonLink>
        </div>
      </Drawer>
    </MuiProvider>
  );
}

function Links({ entries, onSelect }: { entries: MenuLink[]; onSelect: () => void }) {
  return entries.map(({ id, label, to }) => (
    <ListItem disablePadding key={id}>
      <ListItemButton component={Link} onClick={onSelect} to={to}>
        {label}
      </ListItemButton>
    </ListItem>
  ));
}

/** The drawer closes, and shows the screen in the language. */
function LanguageChoice({ onSelect: close }: { onSelect: () => void }) {
  const { t } = useTranslation();
  return (
    <Group title={t('navigation.language')}>
      {useLanguageEntries().map(({ id, label, lang, selected, onSelect }) => (
        <ListItem disablePadding key={id}>
          <ListItemButton
            aria-pressed={selected}
            component="button"
            lang={lang}
            onClick={() => {
              onSelect();
              close();
            }}
            selected={selected}
          >
            {label}
          </ListItemButton>
        </ListItem>
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <ListSubheader component="h2" disableSticky id={id}>
        {title}
      </ListSubheader>
      <List aria-labelledby={id} disablePadding>
        {children}
      </List>
    </>
  );
}
