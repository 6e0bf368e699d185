import { useState, type ReactNode } from 'react';
import { Snackbar } from './Snackbar.tsx';
import { SnackbarContext, type SnackbarMessage } from './snackbarContext.ts';

/** Above the routes, so that a message outlives its screen. It shows the newest message. */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ id: number; message: SnackbarMessage | null }>({
    id: 0,
    message: null,
  });
  return (
    <SnackbarContext
      value={(message) => {
        setShown(({ id }) => ({ id: id + 1, message }));
      }}
    >
      {children}
      <Snackbar
        id={shown.id}
        message={shown.message}
        onClose={() => {
          setShown(({ id }) => ({ id, message: null }));
        }}
      />
    </SnackbarContext>
  );
}
