import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/IconButton.tsx';

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
  const [Drawer] = useState(() => lazy(async () => ({ default: await load() })));
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const fetchAhead = () => void load();

  return (
    <>
      <IconButton
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className={className}
        icon="menu"
        label={t('navigation.openMenu')}
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
        onFocus={fetchAhead}
        onPointerEnter={fetchAhead}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <Drawer
            onClose={() => {
              setIsOpen(false);
            }}
            open={isOpen}
          />
        </Suspense>
      )}
    </>
  );
}
