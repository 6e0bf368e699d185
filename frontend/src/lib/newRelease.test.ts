import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadIntoNewRelease } from './newRelease.ts';

const page = (script: string) => `<script type="module" src="/assets/${script}"></script>`;
const responds = (html: string, status = 200) =>
  vi.fn<typeof fetch>(() => Promise.resolve(new Response(html, { status })));

const reload = vi.fn<() => void>();

/** Opens the page of a release, and makes the site respond. */
function open(script: string, respond: ReturnType<typeof responds>) {
  document.body.innerHTML = page(script);
  vi.stubGlobal('fetch', respond);
}

beforeEach(() => {
  reload.mockReset();
  vi.stubGlobal('location', { reload });
});

describe('reloadIntoNewRelease', () => {
  it('reloads a page whose entry script the site no longer has, once', async () => {
    const respond = responds(page('new.js'));
    open('old.js', respond);
    await expect(reloadIntoNewRelease()).resolves.toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(respond.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store' });

    // The page that was loaded again is still the old one.
    await expect(reloadIntoNewRelease()).resolves.toBe(false);
    expect(respond).toHaveBeenCalledTimes(1);

    open('new.js', responds(page('newer.js')));
    await expect(reloadIntoNewRelease()).resolves.toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the release is the same', responds(page('old.js'))],
    ['the site fails', responds('', 503)],
    ['there is no connection', vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))],
  ])('does not reload when %s', async (_case, respond) => {
    open('old.js', respond);
    await expect(reloadIntoNewRelease()).resolves.toBe(false);
    expect(respond).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload a page without an entry script', async () => {
    const respond = responds('');
    open('old.js', respond);
    document.body.replaceChildren();
    await expect(reloadIntoNewRelease()).resolves.toBe(false);
    expect(respond).not.toHaveBeenCalled();
  });

  it('does not reload when it could not know later that it has', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    open('old.js', responds(page('new.js')));
    await expect(reloadIntoNewRelease()).resolves.toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
