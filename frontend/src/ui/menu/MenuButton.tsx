import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { lazyComponent } from '../lazy/lazyComponent.tsx';
import { CloseOnFailure } from '../lazy/loadFailures.tsx';
import styles from './MenuButton.module.css';
import type { MenuEntry } from './MenuPopup.tsx';

/** Preloaded when a menu is likely to be opened. */
const MenuPopup = lazyComponent(async () => (await import('./MenuPopup.tsx')).MenuPopup, {
  Failed: CloseOnFailure,
});

interface MenuButtonProps {
  /** The visible label of the button. */
  children: ReactNode;
  entries: MenuEntry[];
}

/** A button that opens a menu. The menu is MUI, which is not in the first download. */
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
        variant="quiet"
        onClick={open}
        onFocus={MenuPopup.preload}
        onPointerEnter={MenuPopup.preload}
        ref={button}
      >
        <span className={styles.content}>{children}</span>
        <Icon className={styles.chevron} name="chevron" size={16} />
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
