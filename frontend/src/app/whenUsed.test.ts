import { fireEvent, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeLanguage, startI18n } from '#i18n/i18n.ts';
import { LANGUAGE_COOKIE, LANGUAGE_KEY, storeLanguage } from '#i18n/languagePreference.ts';
import { languageOf } from '#i18n/languages.ts';
import ar from '#locales/ar/languageOffer.json';
import fr from '#locales/fr/languageOffer.json';
import { startWhenUsed } from './whenUsed.ts';

async function visit(languages: string[], shown = 'en'): Promise<void> {
  i18next.options = {};
  await startI18n(languageOf(shown), []);
  document.body.innerHTML = '<main tabindex="-1"></main>';
  vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: languages } }));
  startWhenUsed();
  await vi.dynamicImportSettled();
  // React renders in a task of its own.
  await new Promise((next) => setTimeout(next));
}

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};
const offer = () => document.querySelector('[role=status]');

// The offer is a root of React of its own, which no `act` renders.
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
});

describe('a visitor who has chosen no language', () => {
  it.each([
    [['fr-DZ', 'en'], 'fr', 'ltr', fr.read],
    [['ar'], 'ar', 'rtl', ar.read],
    [['ber', 'ar-DZ', 'fr'], 'ar', 'rtl', ar.read],
  ])('whose browser prefers %j is offered %s, in it', async (preferred, code, direction, text) => {
    await visit(preferred);
    const line = (await screen.findByText(text)).closest('p');
    expect(line).toHaveAttribute('lang', code);
    expect(line).toHaveAttribute('dir', direction);
    expect(offer()).toContainElement(line);
  });

  it.each([[['en-GB', 'fr']], [['de', 'en', 'ar']], [['de']], [[]]])(
    'whose browser prefers %j is offered none',
    async (preferred) => {
      await visit(preferred);
      expect(offer()).toBeNull();
    },
  );

  it('changes to it with one press', async () => {
    await visit(['fr']);
    await press(fr.read);
    await waitFor(() => {
      expect(i18next.language).toBe('fr');
    });
    expect(localStorage.getItem(LANGUAGE_KEY)).toBe('fr');
    expect(offer()).toBeNull();
    expect(document.querySelector('main')).toHaveFocus();
  });

  it('chooses the language of the page by closing the offer', async () => {
    await visit(['ar']);
    await press(ar.keep);
    expect(offer()).toBeNull();
    expect(document.querySelector('main')).toHaveFocus();
    expect(localStorage.getItem(LANGUAGE_KEY)).toBe('en');

    await visit(['ar']);
    expect(offer()).toBeNull();
  });

  it('is not offered a language any more after a choice elsewhere', async () => {
    await visit(['ar']);
    await changeLanguage('fr');
    expect(offer()).toBeNull();
  });
});

describe('a visitor who has chosen a language', () => {
  it('is offered none', async () => {
    storeLanguage(languageOf('en'));
    await visit(['ar']);
    expect(offer()).toBeNull();
  });

  it('is offered none when the browser refuses storage', async () => {
    document.cookie = `${LANGUAGE_COOKIE}=en; Path=/; Secure`;
    await visit(['ar']);
    expect(offer()).toBeNull();
  });
});
