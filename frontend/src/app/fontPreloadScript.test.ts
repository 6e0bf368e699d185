import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FONTS_KEY, fontPreloadScript } from './fontPreloadScript.ts';
import { FONTS_TEMPLATE_ID } from './prerendered.ts';

const FONT = '/assets/roboto-1.woff2';
const isPreloaded = () => document.head.querySelector('link[rel=preload]') !== null;

function openPage(connection?: object): void {
  document.head.innerHTML = `<template id="${FONTS_TEMPLATE_ID}"><link rel="preload" as="font" href="${FONT}"></template>`;
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: connection } }));
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- it is an inline script
  new Function(fontPreloadScript())();
}

async function load(): Promise<void> {
  window.dispatchEvent(new Event('load'));
  await Promise.resolve();
}

beforeEach(() => {
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { ready: Promise.resolve() },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'fonts');
  document.head.innerHTML = '';
});

describe('the fonts of a prerendered page', () => {
  it.each([[undefined], [{}], [{ rtt: 0 }], [{ rtt: 100 }]])(
    'are preloaded over the connection %j',
    (connection) => {
      openPage(connection);
      expect(isPreloaded()).toBe(true);
    },
  );

  it.each([[{ rtt: 125 }], [{ rtt: 50, saveData: true }]])(
    'are not preloaded over the connection %j on a first visit',
    async (connection) => {
      openPage(connection);
      expect(isPreloaded()).toBe(false);
      await load();
      openPage(connection);
      expect(isPreloaded()).toBe(true);
    },
  );

  it('are not preloaded over a slow connection when the browser has other ones', () => {
    localStorage.setItem(FONTS_KEY, '/assets/roboto-0.woff2');
    openPage({ rtt: 150 });
    expect(isPreloaded()).toBe(false);
  });

  it('count as missing before they are loaded', () => {
    openPage({ rtt: 150 });
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

  it('are left alone on a page without a template', () => {
    document.head.innerHTML = '';
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- it is an inline script
    new Function(fontPreloadScript())();
    expect(isPreloaded()).toBe(false);
  });
});
