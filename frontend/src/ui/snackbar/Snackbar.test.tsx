import Dialog from '@mui/material/Dialog';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import { useSnackbar } from './snackbarContext.ts';

const text = 'Saved';

function Sample() {
  const { showSuccess } = useSnackbar();
  return (
    <button
      onClick={() => {
        showSuccess(text);
      }}
      type="button"
    >
      Save
    </button>
  );
}

it('returns the focus to where it was when the user closes a message', async () => {
  await openScreen(Sample, { path: '/', namespaces: [] });
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  fireEvent.click(save);
  const close = await screen.findByRole('button', { name: translations.en.common.close });
  close.focus();
  // The window loses the focus, and gets it back.
  close.blur();
  close.focus();
  fireEvent.click(close);
  expect(screen.queryByText(text)).toBeNull();
  expect(save).toHaveFocus();
});

it('leaves the focus where it is when a pointer closes a message', async () => {
  await openScreen(Sample, { path: '/', namespaces: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const close = await screen.findByRole('button', { name: translations.en.common.close });
  expect(fireEvent.mouseDown(close)).toBe(false);
});

it('renders no component again that shows messages', async () => {
  const render = vi.fn(Sample);
  await openScreen(() => render(), { path: '/', namespaces: [] });
  const before = render.mock.calls.length;
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(render).toHaveBeenCalledTimes(before);
});

it('is announced while a dialog of MUI is open', async () => {
  const OverDialog = () => (
    <MuiProvider>
      <Dialog open>
        <Sample />
      </Dialog>
    </MuiProvider>
  );
  await openScreen(OverDialog, { path: '/', namespaces: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('status')).toHaveTextContent(text);
});
