import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { RefObject } from 'react';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { Link } from '../Link.tsx';

interface MenuPopupProps {
  anchor: RefObject<HTMLElement | null>;
  entries: MenuEntry[];
  id: string;
  labelledBy: string;
  open: boolean;
  onClose: () => void;
}

/** The menu of a `MenuButton`, loaded on its first use. */
export function MenuPopup({ anchor, entries, id, labelledBy, open, onClose }: MenuPopupProps) {
  return (
    <MuiProvider>
      <Menu
        anchorEl={() => anchor.current}
        disableScrollLock
        id={id}
        onClose={onClose}
        open={open}
        slotProps={{ list: { 'aria-labelledby': labelledBy } }}
      >
        {entries.map((entry) => entryItem(entry, onClose))}
      </Menu>
    </MuiProvider>
  );
}

/** MUI's menu needs its items as direct children, to move the focus. */
function entryItem(entry: MenuEntry, onClose: () => void) {
  const { id, label, lang } = entry;
  if ('to' in entry) {
    return (
      <MenuItem component={Link} key={id} lang={lang} onClick={onClose} to={entry.to}>
        {label}
      </MenuItem>
    );
  }
  return (
    <MenuItem
      aria-checked={entry.selected}
      key={id}
      lang={lang}
      onClick={() => {
        entry.onSelect();
        onClose();
      }}
      role="menuitemradio"
      selected={entry.selected}
    >
      {label}
    </MenuItem>
  );
}

interface MenuLabel {
  id: string;
  label: string;
  /** The language of the label, where it differs from the page's. */
  lang?: string;
}

/** One of several options. */
export interface MenuChoice extends MenuLabel {
  /** Marks the current option. */
  selected: boolean;
  onSelect: () => void;
}

/** A link. */
export interface MenuLink extends MenuLabel {
  to: string;
}

export type MenuEntry = MenuChoice | MenuLink;
