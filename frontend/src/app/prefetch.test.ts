import { fireEvent, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#api/queryClient.ts';
import { startI18n } from '#i18n/i18n.ts';
import { storeLanguage } from '#i18n/languagePreference.ts';
import { languageOf } from '#i18n/languages.ts';
import { mockApi, type SentRequest } from '#testing/network.ts';
import { startPrefetching } from './whenUsed.ts';
import { preloadScreen } from './routes.tsx';

vi.mock('./routes.tsx', { spy: true });

let requests: SentRequest[];

function stubBrowser({ connection = {}, isOnline = true } = {}): void {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { connection: { value: connection }, onLine: { value: isOnline } }),
  );
}

const link = (href: string) => document.querySelector(`a[href="${href}"]`) ?? expect.fail(href);
const loaded = () => vi.mocked(preloadScreen).mock.calls.map(([path]) => path);

// Its listeners stay, as on a page.
beforeAll(() => {
  startPrefetching();
});

beforeEach(async () => {
  i18next.options = {};
  await startI18n(languageOf('en'), []);
  requests = mockApi({
    'GET /courses': () => Response.json({ success: true, data: [] }),
    'GET /courses/first-aid': () => Response.json({ success: true, data: {} }),
  });
  queryClient.clear();
  vi.mocked(preloadScreen).mockClear();
  document.body.innerHTML =
    '<a href="/faq"><span>FAQ</span></a><a href="/courses">Courses</a><a href="/courses/first-aid">First aid</a>' +
    '<a href="/profile">Profile</a><a href="/login">Log in</a><a href="/">Home</a><a href="/contact" target="_blank">Contact</a>' +
    '<a href="https://example.com/faq">Elsewhere</a><a href="mailto:a@example.com">Email</a>';
});

describe('the screen of a link', () => {
  it.each(['pointerOver', 'focusIn', 'touchStart'] as const)('is loaded at %s', (type) => {
    expect(loaded()).toEqual([]);
    fireEvent[type](document.querySelector('span') ?? expect.fail());
    expect(loaded()).toEqual(['/faq']);
  });

  it.each([
    [null, '/login', '/profile'],
    ['abc', '/profile', '/login'],
  ])('with the token %j is that of %s, and not that of %s', (token, open, closed) => {
    if (token) {
      localStorage.setItem('token', token);
    }
    fireEvent.pointerOver(link(closed));
    fireEvent.pointerOver(link(open));
    expect(loaded()).toEqual([open]);
  });

  it.each(['/', 'https://example.com/faq', 'mailto:a@example.com'])(
    'is not loaded for %s, which opens no other screen here',
    (href) => {
      fireEvent.pointerOver(link(href));
      expect(loaded()).toEqual([]);
    },
  );

  it.each([
    ['data is saved', { connection: { saveData: true } }],
    ['the connection is slow', { connection: { effectiveType: '3g' } }],
    ['there is no connection', { isOnline: false }],
  ])('is not loaded while %s', (_, browser) => {
    stubBrowser(browser);
    fireEvent.pointerOver(link('/faq'));
    expect(loaded()).toEqual([]);
  });
});

describe('the data of a screen about courses', () => {
  it.each([
    ['/courses', 'GET /courses'],
    ['/courses/first-aid', 'GET /courses/first-aid'],
  ])('is loaded with %s, once', async (href, name) => {
    fireEvent.pointerOver(link(href));
    await waitFor(() => {
      expect(requests.map((request) => request.name)).toEqual([name]);
    });
    await waitFor(() => {
      expect(queryClient.isFetching()).toBe(0);
    });
    fireEvent.pointerOver(link(href));
    await vi.dynamicImportSettled();
    expect(queryClient.isFetching()).toBe(0);
    expect(requests).toHaveLength(1);
  });

  it.each(['/courses', '/courses/first-aid'])(
    'is loaded with %s in the language on screen, also when another one is stored',
    async (href) => {
      storeLanguage(languageOf('ar'));
      await i18next.changeLanguage('fr');
      fireEvent.pointerOver(link(href));
      await waitFor(() => {
        expect(requests.map(({ query }) => query.get('lang'))).toEqual(['fr']);
      });
    },
  );
});
