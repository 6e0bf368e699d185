import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { DEFAULT_COUNTRY, loadCountries } from './country.ts';
import { CountryDialog } from './CountryDialog.tsx';

vi.mock(import('./country.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  loadCountries: vi.fn(),
}));

it('is searched after the list was loaded again', async () => {
  const load = vi.mocked(loadCountries).mockRejectedValue(new Error('No connection'));
  const Screen = () => (
    <CountryDialog onClose={vi.fn()} onSelect={vi.fn()} open selected={DEFAULT_COUNTRY} />
  );
  await openScreen(Screen, { path: '/profile', namespaces: ['country', 'errors'] });
  const notice = await screen.findByRole('alert', {}, { timeout: 4000 });
  expect(notice).toHaveTextContent(translations.en.country.failed);
  const button = within(notice).getByRole('button');
  button.focus();
  let succeed = () => {};
  load.mockReturnValue(
    new Promise((resolve) => {
      succeed = () => {
        resolve([DEFAULT_COUNTRY]);
      };
    }),
  );
  fireEvent.click(button);
  await waitFor(() => {
    expect(button).toHaveAttribute('aria-busy', 'true');
  });
  expect(button).toHaveFocus();
  succeed();
  await waitFor(() => {
    expect(screen.getByRole('combobox')).toHaveFocus();
  });
});
