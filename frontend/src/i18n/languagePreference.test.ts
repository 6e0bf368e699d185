import { describe, expect, it, vi } from 'vitest';
import { applyLanguage, storedLanguage, storeLanguage } from './languagePreference.ts';
import { languageOf } from './languages.ts';

describe('the stored language', () => {
  it('is English for a first visit, whatever the browser prefers', () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('ar');
    expect(storedLanguage().code).toBe('en');
  });

  it('is restored, and also told to the server by a cookie', () => {
    storeLanguage(languageOf('ar'));
    expect(localStorage.getItem('i18nextLng')).toBe('ar');
    expect(storedLanguage().code).toBe('ar');
    expect(document.cookie).toContain('lang=ar');
  });

  it('is English when the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(storedLanguage().code).toBe('en');
  });
});

describe('applyLanguage', () => {
  it('sets language and direction of the page together', () => {
    applyLanguage(languageOf('ar'));
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    applyLanguage(languageOf('fr'));
    expect(document.documentElement).toHaveAttribute('lang', 'fr');
    expect(document.documentElement).toHaveAttribute('dir', 'ltr');
  });
});
