import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FONTS_TEMPLATE_ID, PRERENDERED_ATTRIBUTE } from '../prerendered.ts';
import { FONTS_ATTRIBUTE, FONTS_KEY, showFonts } from './fonts.ts';

const BOLD = 'url("/tajawal-700.woff2")';
const ARABIC = ['url("/tajawal-400.woff2")', BOLD];
const COMMON = 'url("/roboto.woff2")';
const RARE = 'url("/roboto-ext.woff2")';
const LATIN = [COMMON, RARE];

const rule = (family: string) => (source: string) =>
  `@font-face { font-family: ${family}; src: ${source}; ${source === RARE ? 'font-display: swap' : ''} }`;
const RULES = [...ARABIC.map(rule('Tajawal')), ...LATIN.map(rule('Roboto'))].join('');

const root = document.documentElement;
const isWaiting = () => root.hasAttribute(FONTS_ATTRIBUTE);

class Face {
  arrive: () => void = () => undefined;
  fail: (reason: Error) => void = () => undefined;
  readonly #arrival = new Promise<void>((resolve, reject) => {
    this.arrive = resolve;
    this.fail = reject;
  });
  load = vi.fn(() => this.#arrival);
  constructor(
    readonly family: string,
    readonly source: string,
  ) {
    faces.push(this);
  }
}

class Sheet {
  #style = document.createElement('style');
  replaceSync(text: string | null) {
    this.#style.textContent = text;
    document.head.append(this.#style);
  }
  get cssRules() {
    return this.#style.sheet?.cssRules;
  }
}

let faces: Face[];
/** The sources of the fonts that the page shows. */
let shown: string[];
let loadEvents: (() => void)[];

interface Opening {
  connection?: object | undefined;
  language?: string;
  isEmpty?: boolean;
}

function openPage({ connection, language = 'en', isEmpty = false }: Opening = {}): void {
  faces = [];
  shown = [];
  loadEvents = [];
  document.head.innerHTML = `<template id="${FONTS_TEMPLATE_ID}"><style>${RULES}</style></template>`;
  root.lang = language;
  root.toggleAttribute(PRERENDERED_ATTRIBUTE, !isEmpty);
  vi.stubGlobal('addEventListener', (_: 'load', listener: () => void) => loadEvents.push(listener));
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: connection } }));
  showFonts();
}

/** Ends the downloads that have begun. */
async function arrive(isThere: (face: Face) => boolean = () => true): Promise<void> {
  for (const face of faces.filter((each) => each.load.mock.calls.length > 0 && isThere(each))) {
    face.arrive();
  }
  await vi.advanceTimersByTimeAsync(0);
}

const requested = () =>
  faces.filter(({ load }) => load.mock.calls.length > 0).map(({ source }) => source);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('FontFace', Face);
  vi.stubGlobal('CSSStyleSheet', Sheet);
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    callback();
  });
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { add: ({ source }: Face) => shown.push(source) },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'fonts');
  delete window.showFontsOf;
  document.head.innerHTML = '';
});

describe('the fonts of a page', () => {
  it.each([[undefined], [{}], [{ rtt: 0 }], [{ rtt: 100 }]])(
    'are shown over the connection %j, and remembered',
    async (connection) => {
      openPage({ connection });
      expect(isWaiting()).toBe(true);
      expect(shown).toEqual([]);
      await arrive();
      expect(isWaiting()).toBe(false);
      expect(shown).toEqual(LATIN);
      expect(localStorage.getItem(FONTS_KEY)).toBe('/roboto.woff2');
    },
  );

  it('are downloaded before, except those with rare letters', () => {
    openPage({ language: 'ar' });
    expect(requested()).toEqual([...ARABIC, COMMON]);
    const preloads = document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]');
    expect(Array.from(preloads, ({ href }) => new URL(href).pathname)).toEqual([
      '/tajawal-400.woff2',
      '/tajawal-700.woff2',
      '/roboto.woff2',
    ]);
  });

  it('are all shown, or none when one is late', async () => {
    openPage({ language: 'ar' });
    await arrive(({ source }) => source !== BOLD);
    expect(isWaiting()).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(isWaiting()).toBe(false);
    await arrive();
    expect(shown).toEqual([]);
    expect(localStorage.getItem(FONTS_KEY)).toBe('/tajawal-400.woff2');
  });

  it('may take longer on a page that shows nothing before the app has loaded', async () => {
    openPage({ isEmpty: true });
    await vi.advanceTimersByTimeAsync(900);
    await arrive();
    expect(shown).toEqual(LATIN);
  });

  it('are not shown when one cannot be downloaded', async () => {
    openPage();
    faces[2]?.fail(new Error());
    await vi.advanceTimersByTimeAsync(0);
    expect(isWaiting()).toBe(false);
    expect(shown).toEqual([]);
    expect(localStorage.getItem(FONTS_KEY)).toBeNull();
  });

  describe('over a slow connection', () => {
    const load = async () => {
      loadEvents.forEach((listener) => {
        listener();
      });
      await vi.advanceTimersByTimeAsync(0);
    };

    it('are downloaded for the next page', async () => {
      vi.stubGlobal(
        'fetch',
        vi.fn(() => Promise.resolve(new Response())),
      );
      openPage({ connection: { rtt: 125 } });
      expect(isWaiting()).toBe(false);
      await load();
      expect(fetch).toHaveBeenCalledExactlyOnceWith('/roboto.woff2', { priority: 'low' });
      expect(requested()).toEqual([]);
      expect(shown).toEqual([]);

      openPage({ connection: { rtt: 125 } });
      await arrive();
      expect(shown).toEqual(LATIN);
    });

    it.each([
      ['cannot be downloaded', () => Promise.reject(new TypeError())],
      ['no longer exists', () => Promise.resolve(new Response(null, { status: 404 }))],
    ])('count as missing when one %s', async (_, respond) => {
      vi.stubGlobal('fetch', vi.fn(respond));
      openPage({ connection: { rtt: 150 } });
      await load();
      expect(localStorage.getItem(FONTS_KEY)).toBeNull();
    });
  });

  it('are not downloaded while data is saved', async () => {
    openPage({ connection: { rtt: 50, saveData: true } });
    expect(loadEvents).toEqual([]);
    await window.showFontsOf?.('ar');
    expect(requested()).toEqual([]);
  });

  it('are those of the device over a slow connection when the browser has other ones', () => {
    localStorage.setItem(FONTS_KEY, '/roboto-0.woff2');
    openPage({ connection: { rtt: 150 } });
    expect(isWaiting()).toBe(false);
  });

  it('are shown when the browser refuses storage', async () => {
    const refuse = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    openPage();
    await arrive();
    expect(shown).toEqual(LATIN);
  });

  it('are those of the device on a page without a template', async () => {
    document.head.innerHTML = '';
    showFonts();
    await vi.advanceTimersByTimeAsync(0);
    expect(isWaiting()).toBe(false);
  });
});

describe('the fonts of another language', () => {
  it('are added to those of the page', async () => {
    openPage();
    await arrive();
    const changed = window.showFontsOf?.('ar');
    await arrive();
    await changed;
    expect(shown).toEqual([...LATIN, ...ARABIC]);
  });

  it('are all shown, or none when one is late', async () => {
    openPage();
    await arrive();
    const changed = window.showFontsOf?.('ar');
    await arrive(({ source }) => source !== BOLD);
    await vi.advanceTimersByTimeAsync(1000);
    await changed;
    await arrive();
    expect(shown).toEqual(LATIN);
  });

  it.each([{ rtt: 50 }, { rtt: 150 }])(
    'leave those alone that the page has decided about (%j)',
    async (connection) => {
      openPage({ connection });
      await vi.advanceTimersByTimeAsync(100);
      const changed = window.showFontsOf?.('fr');
      await arrive();
      await changed;
      expect(shown).toEqual([]);
    },
  );
});
