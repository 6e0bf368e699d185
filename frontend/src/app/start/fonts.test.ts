import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FONTS_TEMPLATE_ID } from '../prerendered.ts';
import { declareFonts, FONTS_KEY } from './fonts.ts';

const FONTS = ['/assets/roboto-400-1.woff2', '/assets/roboto-700-1.woff2'];
const isDeclared = (family = 'Roboto') =>
  document.head.querySelector(`style[data-family=${family}]`) !== null;
const isPreloaded = () => document.head.querySelector('link[rel=preload]') !== null;

/** The weights that the page uses at its first paint. */
let faces: Pick<FontFace, 'family' | 'status'>[];
let listeners: (() => void)[];

function openPage(connection?: object): void {
  const links = FONTS.map((file) => `<link rel="preload" as="font" href="${file}">`);
  document.head.innerHTML = `<template id="${FONTS_TEMPLATE_ID}"><style data-family="Roboto"></style><style data-family="Tajawal"></style>${links.join('')}</template>`;
  listeners = [];
  vi.stubGlobal('addEventListener', (_: 'load', listener: () => void) => listeners.push(listener));
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: connection } }));
  declareFonts();
}

async function load(): Promise<void> {
  listeners.forEach((listener) => {
    listener();
  });
  await new Promise((next) => setTimeout(next));
}

beforeEach(() => {
  faces = [];
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    get: () => Object.assign(faces, { ready: Promise.resolve() }),
  });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    callback();
  });
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    callback();
  });
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response())),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'fonts');
  document.head.innerHTML = '';
});

describe('the fonts of a prerendered page', () => {
  it.each([[undefined], [{}], [{ rtt: 0 }], [{ rtt: 100 }]])(
    'are declared and preloaded over the connection %j, and remembered',
    async (connection) => {
      openPage(connection);
      expect(isDeclared()).toBe(true);
      expect(isPreloaded()).toBe(true);
      await load();
      expect(fetch).not.toHaveBeenCalled();
      expect(localStorage.getItem(FONTS_KEY)).toBe(FONTS[0]);
    },
  );

  it('are downloaded for the next page over a slow connection', async () => {
    openPage({ rtt: 125 });
    await load();
    expect(isDeclared()).toBe(false);
    expect(isPreloaded()).toBe(false);
    expect(vi.mocked(fetch).mock.calls.map(([file]) => file)).toEqual(FONTS);

    openPage({ rtt: 125 });
    expect(isDeclared()).toBe(true);
    expect(isPreloaded()).toBe(true);
  });

  it('are not downloaded while data is saved', async () => {
    openPage({ rtt: 50, saveData: true });
    await load();
    expect(isDeclared()).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
    expect(localStorage.getItem(FONTS_KEY)).toBeNull();
  });

  it('are not declared over a slow connection when the browser has other ones', () => {
    localStorage.setItem(FONTS_KEY, '/assets/roboto-0.woff2');
    openPage({ rtt: 150 });
    expect(isDeclared()).toBe(false);
  });

  it.each([
    ['before the page is loaded', () => undefined],
    [
      'when one cannot be downloaded',
      async () => {
        vi.mocked(fetch).mockRejectedValueOnce(new TypeError());
        await load();
      },
    ],
    [
      'when one no longer exists',
      async () => {
        vi.mocked(fetch).mockResolvedValueOnce(new Response(null, { status: 404 }));
        await load();
      },
    ],
  ])('count as missing %s', async (_, act) => {
    openPage({ rtt: 150 });
    await act();
    expect(localStorage.getItem(FONTS_KEY)).toBeNull();
  });

  it('are preloaded over a fast connection when the browser refuses storage', async () => {
    const refuse = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    openPage({ rtt: 50 });
    expect(isPreloaded()).toBe(true);
    await load();
  });

  it.each(['loading', 'error'] as const)(
    'are those of the system for a whole family when a weight is %s after the first paint',
    (status) => {
      faces = [
        { family: 'Roboto', status: 'loaded' },
        { family: 'Roboto', status },
        { family: 'Tajawal', status: 'loaded' },
        { family: 'Tajawal', status: 'unloaded' },
      ];
      openPage();
      expect([isDeclared('Roboto'), isDeclared('Tajawal')]).toEqual([false, true]);
    },
  );

  it('are left alone on a page without a template', () => {
    document.head.innerHTML = '';
    declareFonts();
    expect(isPreloaded()).toBe(false);
  });
});
