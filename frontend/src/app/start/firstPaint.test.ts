import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getAccessToken } from '#api/accessToken.ts';
import { preferredLanguage } from '#i18n/languagePreference.ts';
import { prepareFirstPaint } from './firstPaint.ts';

const root = document.documentElement;

const themeColor = document.createElement('meta');
themeColor.name = 'theme-color';
themeColor.dataset['light'] = '#fff';
document.head.append(themeColor);

beforeEach(() => {
  themeColor.removeAttribute('content');
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response())),
  );
  delete window.earlyRequest;
  for (const attribute of ['lang', 'dir', 'data-color-scheme', 'data-prerendered']) {
    root.removeAttribute(attribute);
  }
  window.history.replaceState(null, '', '/');
  document.cookie = '__Host-lang=; Max-Age=0; Path=/; Secure';
});

describe('before the first paint', () => {
  it('requests the signed-in user at once, in the language of the page', async () => {
    localStorage.setItem('token', 'abc');
    localStorage.setItem('i18nextLng', 'ar');
    prepareFirstPaint();
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/users/me?lang=ar', {
      headers: { Authorization: 'Bearer abc' },
      signal: window.earlyRequest?.controller.signal,
    });
    expect((await window.earlyRequest?.response)?.status).toBe(200);
  });

  it('leaves it to the app that the request fails', async () => {
    vi.mocked(fetch).mockRejectedValue(new TypeError());
    localStorage.setItem('token', 'abc');
    prepareFirstPaint();
    await expect(window.earlyRequest?.response).rejects.toThrow(TypeError);
  });

  it('requests nothing for visitors', () => {
    prepareFirstPaint();
    expect(fetch).not.toHaveBeenCalled();
    expect(window.earlyRequest).toBeUndefined();
  });

  it.each(['توكن', 'abc\u0000', 'ab\u00e9', ''])(
    'requests nothing with the token %j, which no header can hold',
    (token) => {
      localStorage.setItem('token', token);
      prepareFirstPaint();
      expect(fetch).not.toHaveBeenCalled();
      expect(root).toHaveAttribute('lang', 'en');
      expect(getAccessToken()).toBeNull();
    },
  );

  it('sets English and dark on a first visit', () => {
    prepareFirstPaint();
    expect(root).toHaveAttribute('lang', 'en');
    expect(root).toHaveAttribute('dir', 'ltr');
    expect(root).toHaveAttribute('data-color-scheme', 'dark');
    expect(themeColor).not.toHaveAttribute('content');
  });

  it('restores the stored language and color scheme', () => {
    localStorage.setItem('i18nextLng', 'ar');
    localStorage.setItem('colorScheme', 'light');
    prepareFirstPaint();
    expect(root).toHaveAttribute('lang', 'ar');
    expect(root).toHaveAttribute('dir', 'rtl');
    expect(root).toHaveAttribute('data-color-scheme', 'light');
    expect(themeColor).toHaveAttribute('content', '#fff');
  });

  it.each(['de', 'constructor', '<b>'])('uses English for a stored %j', (stored) => {
    localStorage.setItem('i18nextLng', stored);
    localStorage.setItem('colorScheme', stored);
    prepareFirstPaint();
    expect(root).toHaveAttribute('lang', 'en');
    expect(root).toHaveAttribute('dir', 'ltr');
    expect(root).toHaveAttribute('data-color-scheme', 'dark');
  });

  it('uses the defaults when the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    prepareFirstPaint();
    expect(root).toHaveAttribute('lang', 'en');
    expect(root).toHaveAttribute('data-color-scheme', 'dark');
  });

  it.each([
    ['/?lang=fr', 'ar', 'ar', 'fr'],
    ['/?lang=de', 'ar', 'fr', 'ar'],
    ['/', undefined, 'fr', 'fr'],
    ['/', undefined, 'de', 'en'],
    ['/?lang=AR', undefined, 'de', 'ar'],
    ['/?lang=fr-FR', 'ar', 'ar', 'fr'],
  ])('agrees with the app: %s, stored %s, cookie %s', (url, stored, cookie, expected) => {
    window.history.replaceState(null, '', url);
    document.cookie = `__Host-lang=${cookie}; Path=/; Secure`;
    if (stored) {
      localStorage.setItem('i18nextLng', stored);
    }
    prepareFirstPaint();
    expect(root).toHaveAttribute('lang', expected);
    expect(preferredLanguage().code).toBe(expected);
  });

  describe('on a prerendered page', () => {
    beforeEach(() => {
      root.setAttribute('data-prerendered', '');
      root.setAttribute('lang', 'fr');
      document.cookie = '__Host-lang=fr; Path=/; Secure';
    });

    it('keeps it for a visitor with its language', () => {
      prepareFirstPaint();
      expect(root).toHaveAttribute('data-prerendered', '');
    });

    it('follows the cookie when the user goes back to it', () => {
      vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
        { type: 'back_forward' } as PerformanceNavigationTiming,
      ]);
      document.cookie = '__Host-lang=ar; Path=/; Secure';
      prepareFirstPaint();
      expect(root).toHaveAttribute('data-prerendered', 'mismatch');
      expect(preferredLanguage().code).toBe('ar');
    });

    it('keeps the language in which the CDN sent it, and does not read the cookie', () => {
      const readCookie = vi.spyOn(Document.prototype, 'cookie', 'get');
      prepareFirstPaint();
      expect(root).toHaveAttribute('lang', 'fr');
      expect(readCookie).not.toHaveBeenCalled();
    });

    it('tells the CDN the stored language for the next page', () => {
      localStorage.setItem('i18nextLng', 'ar');
      prepareFirstPaint();
      expect(document.cookie).toBe('__Host-lang=ar');
    });

    it('hides it when another language was chosen', () => {
      localStorage.setItem('i18nextLng', 'ar');
      prepareFirstPaint();
      expect(root).toHaveAttribute('data-prerendered', 'mismatch');
    });

    it('leaves its frame for signed-in users', () => {
      localStorage.setItem('token', 'abc');
      prepareFirstPaint();
      expect(root).toHaveAttribute('data-prerendered', 'signed-in');
    });

    it.each(['abc', undefined])('keeps a frame with the token %s', (token) => {
      root.setAttribute('data-prerendered', 'frame');
      if (token) {
        localStorage.setItem('token', token);
      }
      prepareFirstPaint();
      expect(root).toHaveAttribute('data-prerendered', 'frame');
    });

    it('hides a frame in another language', () => {
      root.setAttribute('data-prerendered', 'frame');
      localStorage.setItem('i18nextLng', 'ar');
      prepareFirstPaint();
      expect(root).toHaveAttribute('data-prerendered', 'mismatch');
    });

    it('hides it for signed-in users with another language', () => {
      localStorage.setItem('token', 'abc');
      localStorage.setItem('i18nextLng', 'ar');
      prepareFirstPaint();
      expect(root).toHaveAttribute('data-prerendered', 'mismatch');
    });
  });
});
