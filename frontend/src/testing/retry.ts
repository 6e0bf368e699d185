import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';

/**
 * Presses the focused button of a notice twice: the request fails again, then it succeeds. The focus stays on the button, and then
 * moves to the heading with this name.
 */
export async function expectFocusAfterRetry(
  notice: HTMLElement,
  succeed: () => void,
  heading: string | RegExp,
): Promise<void> {
  const button = within(notice).getByRole('button');
  const title = notice.querySelector('p');
  const release = holdRequests();
  button.focus();
  fireEvent.click(button);
  await waitFor(() => {
    expect(button.getAttribute('aria-busy')).toBe('true');
  });
  release();
  await waitFor(() => {
    expect(button.hasAttribute('aria-busy')).toBe(false);
    // A new element, so that screen readers announce the failure again.
    expect(title?.isConnected).toBe(false);
  });
  expect(document.activeElement).toBe(button);
  succeed();
  fireEvent.click(button);
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading }));
  });
}

/** Delays every response until the returned function is called. */
function holdRequests(): () => void {
  const respond = globalThis.fetch;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await released;
    return respond(...request);
  });
  return release;
}
