import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { fetchAhead, lazyPart } from '../lazy/lazyPart.tsx';
import type { MenuEntry } from './menuEntry.ts';
import styles from './MenuButton.module.css';

const loadPopup = async () => (await import('./MenuPopup.tsx')).MenuPopup;
const MenuPopup = lazyPart(loadPopup, ({ onClose }) => {
  onClose();
});

/** The popup is fetched when a menu is likely to be opened, so that it is there by the time it is. */
const prepare = () => {
  fetchAhead(loadPopup);
};

interface MenuButtonProps {
  /** The visible words of the button. */
  children: ReactNode;
  entries: MenuEntry[];
}

/** A button that opens a menu. The menu itself is MUI, and no part of the first download. */
export function MenuButton({ children, entries }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);

  const open = () => {
    setIsOpen(true);
  };

  return (
    <>
      <Button
        aria-controls={isOpen ? `${id}menu` : undefined}
        aria-expanded={isOpen}
        aria-haspopup="menu"
        id={`${id}button`}
        look="quiet"
        onClick={open}
        onFocus={prepare}
        onPointerEnter={prepare}
        ref={button}
      >
        {children}
        <Icon className={styles['chevron']} name="chevron" size={16} />
      </Button>
      <MenuPopup
        anchor={button}
        entries={entries}
        id={`${id}menu`}
        labelledBy={`${id}button`}
        onClose={() => {
          setIsOpen(false);
        }}
        open={isOpen}
      />
    </>
  );
}
