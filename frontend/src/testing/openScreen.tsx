import { cleanup, render } from '@testing-library/react';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { setI18n } from 'react-i18next';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { queryClient } from '#api/queryClient.ts';
import { startI18n } from '#i18n/i18n.ts';
import { languageOf, type LanguageCode } from '#i18n/languages.ts';
import { SnackbarProvider } from '#ui/snackbar/Snackbar.tsx';

interface Visit {
  /** The URL of the screen; its query and fragment are not part of the route. */
  path: string;
  /** The path of the route, if it has parameters. */
  route?: string;
  /** The state that a link passes to the screen. */
  state?: object;
  language?: LanguageCode;
  /** What its route does with submissions. */
  action?: () => null;
  /** The layout route around it. */
  Layout?: ComponentType;
  /** The namespaces that the screen needs besides `common`. */
  namespaces: string[];
}

/** Renders a screen at its URL as the app does: with translations, snackbar and router. Other URLs are empty. */
export async function openScreen(
  Screen: ComponentType,
  { path, route, action, state, Layout = Outlet, language = 'en', namespaces }: Visit,
): Promise<void> {
  // Tests in the same process must not share translations.
  i18next.options = {};
  onTestFinished(() => {
    i18next.options = {};
    setI18n(undefined as never);
    queryClient.clear();
    sessionStorage.clear();
  });
  // jsdom implements neither scrolling nor canvas, and would warn.
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await startI18n(languageOf(language), namespaces);
  // As the router keeps it.
  window.history.replaceState(state ? { usr: state } : null, '', path);
  const router = createBrowserRouter([
    {
      element: <Layout />,
      children: [
        {
          path: route ?? path.replace(/[?#].*/, ''),
          element: <Screen />,
          ...(action && { action }),
        },
      ],
    },
    { path: '*', element: <></> },
  ]);
  onTestFinished(() => {
    cleanup();
    router.dispose();
  });
  render(
    <SnackbarProvider>
      <RouterProvider router={router} />
    </SnackbarProvider>,
  );
}
