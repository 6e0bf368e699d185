import { useReducer } from 'react';
import { Snackbar } from './Snackbar.tsx';
import { SnackbarContext, type SnackbarMessage } from './snackbarContext.ts';
import type { Elements } from '../elements.ts';

interface Shown {
  id: number;
  message: SnackbarMessage | null;
}

const replaceMessage = ({ id }: Shown, message: SnackbarMessage | null): Shown => ({
  id: id + 1,
  message,
});

/** Above the routes, so that a message outlives its screen. It shows the newest message. */
export function SnackbarProvider({ children }: { children: Elements }) {
  const [{ id, message }, show] = useReducer(replaceMessage, { id: 0, message: null });
  return (
    <SnackbarContext value={show}>
      {children}
      <Snackbar
        id={id}
        message={message}
        onClose={() => {
          show(null);
        }}
      />
    </SnackbarContext>
  );
}
