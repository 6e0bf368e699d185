import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { setAccessToken } from '#api/accessToken.ts';
import { MuiProvider } from '#theme/MuiProvider.tsx';
import type { SentRequest } from './network.ts';
import { openScreen } from './openScreen.tsx';

/** Opens a page of staff, at a path below `/staff` that begins with that of the page, with namespaces besides those that all pages have. */
export async function openStaffPage(
  Page: ComponentType<{ path: string }>,
  path: string,
  ...namespaces: string[]
): Promise<void> {
  setAccessToken('token');
  await openScreen(
    function Staff() {
      return (
        <MuiProvider>
          <Page path={useParams()['*'] ?? ''} />
        </MuiProvider>
      );
    },
    {
      path: `/staff/${path}`,
      route: `/staff/${/^[\w-]+/.exec(path)?.[0]}/*`,
      namespaces: ['staff', 'staffErrors', 'errors', ...namespaces],
    },
  );
}

/** Presses a button of the page, when it is there. */
export async function press(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
}

/** Enters a value in a field of the dialog. */
export function enter(label: string, value: string): void {
  const field = within(screen.getByRole('dialog')).getByLabelText(label);
  fireEvent.change(field, { target: { value } });
}

/** Presses a button of the dialog, and lets its form validate. */
export async function send(name: string): Promise<void> {
  const dialog = screen.getByRole('dialog');
  await act(async () => {
    fireEvent.click(within(dialog).getByRole('button', { name }));
    await Promise.resolve();
  });
}

/** The bodies of the requests with a name. */
export function sent(requests: SentRequest[], name: string): unknown[] {
  return requests.filter((request) => request.name === name).map(({ body }) => body);
}
