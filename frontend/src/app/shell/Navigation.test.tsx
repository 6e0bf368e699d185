import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Link, Navigate, Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { dataResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { Footer } from './Frame.tsx';
import { SignedInBar } from './SignedInBar.tsx';
import { VisitorBar } from './Shell.tsx';
import { navigation } from './navigation.ts';

const open = (Bar: ComponentType, language: LanguageCode, path = '/profile') =>
  openScreen(Bar, { path, language, namespaces: ['logout'] });

function signIn(): void {
  setAccessToken('abc');
  const user = { _id: 'u', fullname: 'Amina', email: 'amina@example.org' };
  mockApi({ 'GET /users/me': dataResponse(user) });
}

function openSignedIn(language: LanguageCode, path?: string): Promise<void> {
  signIn();
  return open(SignedInBar, language, path);
}

/** The targets of the links with one of these texts, in order. */
function targets(container: HTMLElement, names: string[]): (string | null)[] {
  return within(container)
    .getAllByRole('link', { hidden: true })
    .filter(({ textContent }) => names.includes(textContent))
    .map((link) => link.getAttribute('href'));
}

async function openDrawer(language: LanguageCode): Promise<HTMLElement> {
  const { openMenu } = translations[language].common.navigation;
  fireEvent.click(await screen.findByRole('button', { name: openMenu }));
  return screen.findByRole('dialog');
}

describe.each(languages)('the navigation in $ownName', ({ code: language }) => {
  const { pages } = translations[language].common;

  it('leads visitors to the courses, from bar and drawer', async () => {
    await open(VisitorBar, language);
    expect(targets(screen.getByRole('navigation'), [pages.courses])).toEqual(['/courses']);
    expect(targets(await openDrawer(language), [pages.courses])).toEqual(['/courses']);
  });

  it('leads signed-in users to courses, places, profile and settings, from bar and drawer', async () => {
    await openSignedIn(language);
    const names = [pages.courses, pages['my-courses'], pages.profile, pages.settings];
    const paths = ['/courses', '/my-courses', '/profile', '/settings'];
    await screen.findByRole('link', { name: pages.courses });
    expect(targets(screen.getByRole('navigation'), names)).toEqual(paths);
    expect(targets(await openDrawer(language), names)).toEqual(paths);
  });
});

describe('the list of the navigation', () => {
  const { navigation: texts, pages } = translations.en.common;
  const pathsOf = (names: readonly string[]) => names.map((name) => `/${name}`);
  const titles = Object.values(navigation)
    .flat()
    .map((name) => pages[name]);

  it.each([
    ['visitors', () => open(VisitorBar, 'en')],
    ['users', () => openSignedIn('en')],
  ] as const)('is in bar and drawer of %s, with the screens of help', async (part, openBar) => {
    await openBar();
    await screen.findByRole('link', { name: pages.courses });
    const paths = pathsOf(navigation[part]);
    const bar = screen.getByRole('navigation', { name: texts.main });
    const drawer = await openDrawer('en');
    expect(targets(drawer, titles)).toEqual([...paths, ...pathsOf(navigation.help)]);
    expect(targets(bar, titles)).toEqual(paths);
  });

  it('has the screens of help in the footer', async () => {
    await open(Footer, 'en');
    const help = screen.getByRole('navigation', { name: texts.help });
    expect(targets(help, titles)).toEqual(pathsOf(navigation.help));
  });
});

describe('the bar', () => {
  it('marks the current screen', async () => {
    await openSignedIn('en', '/settings');
    const { pages } = translations.en.common;
    expect(await screen.findByRole('link', { name: pages.settings })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(screen.getByRole('link', { name: pages.courses })).not.toHaveAttribute('aria-current');
  });

  it('closes the drawer when a link in it is chosen', async () => {
    await open(VisitorBar, 'en');
    const drawer = await openDrawer('en');
    fireEvent.click(
      within(drawer).getByRole('link', { name: translations.en.common.pages.courses }),
    );
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(window.location.pathname).toBe('/courses');
  });
});

describe('the back button', () => {
  const pressBack = async () => {
    const { back } = translations.en.common.navigation;
    fireEvent.click(await screen.findByRole('button', { name: back }));
  };

  /** The bar above a screen with links. `/emailed` redirects, as the links in emails do. */
  function Screens() {
    return (
      <>
        <SignedInBar />
        <Link to="/privacy">privacy</Link>
        <a href="#part">part</a>
        <Routes>
          <Route element={<Navigate replace to="/settings" />} path="/emailed" />
          <Route element={null} path="*" />
        </Routes>
      </>
    );
  }

  const openAt = (path: string) => {
    signIn();
    return openScreen(Screens, { path, route: '*', namespaces: [] });
  };

  it.each(['/settings', '/emailed'])('leads home from the first entry, %s', async (path) => {
    const go = vi.spyOn(window.history, 'go');
    await openAt(path);
    await pressBack();
    expect(window.location.pathname).toBe('/');
    expect(go).not.toHaveBeenCalled();
  });

  it('goes back from a part of a screen', async () => {
    await openAt('/settings');
    fireEvent.click(screen.getByText('privacy'));
    fireEvent.click(screen.getByText('part'));
    await waitFor(() => {
      expect(window.location.hash).toBe('#part');
    });
    await pressBack();
    await waitFor(() => {
      expect(window.location.hash).toBe('');
    });
    expect(window.location.pathname).toBe('/privacy');
  });
});
