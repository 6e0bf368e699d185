import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  applyLanguage,
  removeLanguageParameter,
  rememberLanguage,
  preferredLanguage,
  storeLanguage,
} from './languagePreference.ts';
import { languageOf } from './languages.ts';

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  document.cookie = '__Host-lang=; Max-Age=0; Path=/; Secure';
});

describe('the preferred language', () => {
  it('is English on a first visit, whatever the browser prefers', () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('ar');
    expect(preferredLanguage().code).toBe('en');
  });

  it('is restored, and stored in the cookie for the CDN', () => {
    storeLanguage(languageOf('ar'));
    expect(localStorage.getItem('i18nextLng')).toBe('ar');
    expect(preferredLanguage().code).toBe('ar');
    expect(document.cookie).toContain('__Host-lang=ar');
  });

  it('is that of the cookie when the storage was cleared', () => {
    document.cookie = 'other=1';
    document.cookie = '__Host-lang=fr; Path=/; Secure';
    expect(preferredLanguage().code).toBe('fr');
  });

  it('is not that of a cookie with a longer name', () => {
    document.cookie = 'my__Host-lang=fr';
    expect(preferredLanguage().code).toBe('en');
  });

  it('is English when the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(preferredLanguage().code).toBe('en');
  });

  it('is the one in the URL, and is stored when none was chosen', () => {
    window.history.replaceState(null, '', '/courses?lang=fr');
    expect(preferredLanguage().code).toBe('fr');
    rememberLanguage();
    window.history.replaceState(null, '', '/');
    expect(preferredLanguage().code).toBe('fr');
  });

  it('is not stored when neither the URL nor the visitor has named one', () => {
    rememberLanguage();
    expect(localStorage).toHaveLength(0);
    expect(document.cookie).toBe('');
  });

  it('is not replaced in the storage by the URL', () => {
    storeLanguage(languageOf('ar'));
    window.history.replaceState(null, '', '/?lang=fr');
    rememberLanguage();
    expect(localStorage.getItem('i18nextLng')).toBe('ar');
  });

  it.each(['de', '', 'constructor'])('ignores %j in the URL', (code) => {
    storeLanguage(languageOf('ar'));
    window.history.replaceState(null, '', `/?lang=${code}`);
    expect(preferredLanguage().code).toBe('ar');
  });
});

describe('removeLanguageParameter', () => {
  it('keeps the rest of the URL, and the history state', () => {
    window.history.replaceState({ step: 1 }, '', '/courses?a=1&lang=fr#list');
    removeLanguageParameter();
    expect(window.location.href).toMatch(/\/courses\?a=1#list$/);
    expect(window.history.state).toEqual({ step: 1 });
  });
});

describe('a URL without a language', () => {
  it('stays as it is', () => {
    window.history.replaceState(null, '', '/courses?q=a%20b');
    removeLanguageParameter();
    expect(window.location.search).toBe('?q=a%20b');
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
