import type { ComponentType } from 'react';
import { matchPath, type RouteObject } from 'react-router-dom';
import { needsReloadOnce } from '#lib/newRelease.ts';
import { loadWithTranslations } from '#ui/lazy/lazyComponent.tsx';
import { HOME, screens, type Screen } from './screens.ts';
import { CrashScreen, ScreenError, ScreenLoadError } from './screens/ScreenError.tsx';
import { RequireAccessToken, RequireVisitor } from './shell/guards.tsx';
import { Shell } from './shell/Shell.tsx';

/**
 * The routes, for the data router of the browser or of prerendering. The screens are in the shell, and load before a navigation to them.
 *
 * @param onReady called once the app handles the input of the first screen.
 */
export function routes(onReady?: () => void): RouteObject[] {
  return [
    {
      element: <Shell {...(onReady && { onReady })} />,
      errorElement: <CrashScreen />,
      children: [
        ...routesWith('everyone'),
        { element: <RequireVisitor />, children: routesWith('visitors') },
        { element: <RequireAccessToken />, children: routesWith('signedIn') },
      ],
    },
  ];
}

function routesWith(access: Screen['access']): RouteObject[] {
  return screens
    .filter((screen) => screen.access === access)
    .map((screen) => ({
      path: screen.path,
      // Paths are case-sensitive, as in the CDN.
      caseSensitive: true,
      ...(screen === HOME && {
        action: async () => (await import('./shell/LogoutItem.tsx')).signOutAction(),
      }),
      lazy: async () => ({ Component: await loadScreen(screen) }),
      errorElement: <ScreenError />,
      // While the first screen of a page loads that is not prerendered.
      hydrateFallbackElement: <></>,
    }));
}

async function loadScreen({ load, translations }: Screen): Promise<ComponentType> {
  try {
    return await loadWithTranslations(load, translations);
  } catch (cause) {
    throw new ScreenLoadError(await needsReloadOnce(), cause);
  }
}

/** Whether a path is that of a screen for signed-in users only. */
export function requiresSignIn(path: string): boolean {
  return screenOf(path)?.access === 'signedIn';
}

/** Whether a path is that of a screen for signed-in users and visitors. */
export function isForEveryone(path: string): boolean {
  return screenOf(path)?.access === 'everyone';
}

/** The namespaces that the screen of a path needs besides `common`. */
export function translationsOf(path: string): Screen['translations'] {
  return screenOf(path)?.translations ?? [];
}

export async function preloadScreen(path: string): Promise<void> {
  await screenOf(path)?.load();
}

function screenOf(pathname: string): Screen | undefined {
  return screens.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
}
