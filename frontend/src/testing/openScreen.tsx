import { render } from '@testing-library/react';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { setI18n } from 'react-i18next';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { queryClient } from '#api/queryClient.ts';
import { SnackbarProvider } from '#ui/snackbar/SnackbarProvider.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { languageOf, type LanguageCode } from '#i18n/languages.ts';

interface Visit {
  /** Where the screen is; what comes after `?` is not part of its route. */
  path: string;
  language?: LanguageCode;
  /** The areas whose words the screen needs besides those of the shell. */
  namespaces: string[];
}

/** Shows a screen as the app does at its address: with its words, its messages and a router. Other addresses are empty. */
export async function openScreen(
  Screen: ComponentType,
  { path, language = 'en', namespaces }: Visit,
): Promise<void> {
  // Tests in the same process neither find the words of this one, nor leave theirs to it.
  i18next.options = {};
  onTestFinished(() => {
    i18next.options = {};
    setI18n(undefined as never);
    queryClient.clear();
    sessionStorage.clear();
  });
  // jsdom neither scrolls nor draws, and would say so.
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await startI18n(languageOf(language), namespaces);
  window.history.replaceState(null, '', path);
  render(
    <SnackbarProvider>
      <BrowserRouter>
        <Routes>
          <Route element={<Screen />} path={path.replace(/\?.*/, '')} />
          <Route element={null} path="*" />
        </Routes>
      </BrowserRouter>
    </SnackbarProvider>,
  );
}
