import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';
import { fetchAhead, lazyPart } from '#ui/lazy/lazyPart.tsx';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
}

interface DrawerButtonProps {
  className?: string | undefined;
  /** Fetches the drawer. It stays the same for as long as the button is there. */
  load: () => Promise<ComponentType<DrawerProps>>;
}

/** Opens a side drawer, which is fetched when it is likely to be opened. */
export function DrawerButton({ className, load }: DrawerButtonProps) {
  const { t } = useTranslation();
  const [Drawer] = useState(() => lazyPart<DrawerProps>(load, close));
  const [isOpen, setIsOpen] = useState(false);
  const prepare = () => {
    fetchAhead(load);
  };

  return (
    <>
      <IconButton
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className={className}
        icon="menu"
        label={t('navigation.openMenu')}
        onClick={() => {
          setIsOpen(true);
        }}
        onFocus={prepare}
        onPointerEnter={prepare}
      />
      <Drawer
        onClose={() => {
          setIsOpen(false);
        }}
        open={isOpen}
      />
    </>
  );
}

function close({ onClose }: DrawerProps): void {
  onClose();
}
