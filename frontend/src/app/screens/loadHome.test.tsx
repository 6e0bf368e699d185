import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { pendingSignup, pendingSince } from '#entities/session/drafts.ts';
import { languages } from '#i18n/languages.ts';
import { mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { loadHome } from './loadHome.tsx';

class NothingIsNear {
  observe() {}
  disconnect() {}
}

describe.each(languages)('the home screen in $ownName', ({ code: language }) => {
  const { checkEmail, common, home } = translations[language];

  const open = async () => {
    mockApi({});
    // jsdom has no layout.
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    vi.stubGlobal('IntersectionObserver', NothingIsNear);
    await openScreen(await loadHome(), { path: '/', language, namespaces: ['home'] });
    await screen.findByRole('heading', { name: normalizeSpaces(home.pillarsTitle) });
  };

  it('shows what a sign-up in this tab still needs, and how to correct the email address', async () => {
    pendingSignup.write(pendingSince(Date.now(), 'amina@example.org'));
    await open();
    const card = await screen.findByRole('region', { name: normalizeSpaces(checkEmail.title) });
    expect(card).toHaveTextContent('amina@example.org');
    expect(
      screen.getByRole('button', { name: normalizeSpaces(checkEmail.resend) }),
    ).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText(normalizeSpaces(checkEmail.mistyped))).toBeVisible();
    expect(screen.getByRole('link', { name: common.pages.login })).toHaveAttribute(
      'href',
      '/login',
    );
  });

  it('shows none of it without a sign-up', async () => {
    await open();
    expect(screen.queryByText(normalizeSpaces(checkEmail.title))).toBeNull();
  });
});
