import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/IconButton.tsx';

const loadDrawer = () => import('./NavigationDrawer.tsx');
const NavigationDrawer = lazy(async () => ({ default: (await loadDrawer()).NavigationDrawer }));

const fetchAhead = () => void loadDrawer();

/** Opens the side drawer, which is fetched when it is likely to be opened. */
export function DrawerButton({ className }: { className: string | undefined }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

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
          <NavigationDrawer
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
