import { lazy, Suspense, useState } from 'react';
import type { ConfirmDialogProps } from './ConfirmDialogPopup.tsx';

const ConfirmDialogPopup = lazy(async () => ({
  default: (await import('./ConfirmDialogPopup.tsx')).ConfirmDialogPopup,
}));

/** Asks before something is done. The dialog itself is MUI, and is fetched when it opens for the first time. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.open && !wasOpened) {
    setWasOpened(true);
  }
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <ConfirmDialogPopup {...props} />
      </Suspense>
    )
  );
}
