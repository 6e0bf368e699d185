import { beforeEach, describe, expect, it, vi } from 'vitest';
import { firstPaintScript } from './firstPaintScript.ts';

const root = document.documentElement;

function run(): void {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- it is an inline script
  new Function(firstPaintScript())();
}

beforeEach(() => {
  for (const attribute of ['lang', 'dir', 'data-color-scheme']) {
    root.removeAttribute(attribute);
  }
});

describe('the first-paint script', () => {
  it('is English and dark on a first visit', () => {
    run();
    expect(root).toHaveAttribute('lang', 'en');
    expect(root).toHaveAttribute('dir', 'ltr');
    expect(root).toHaveAttribute('data-color-scheme', 'dark');
  });

  it('restores what is stored', () => {
    localStorage.setItem('i18nextLng', 'ar');
    localStorage.setItem('colorScheme', 'light');
    run();
    expect(root).toHaveAttribute('lang', 'ar');
    expect(root).toHaveAttribute('dir', 'rtl');
    expect(root).toHaveAttribute('data-color-scheme', 'light');
  });

  it.each(['de', 'constructor', '<b>'])('takes a stored %j for English', (stored) => {
    localStorage.setItem('i18nextLng', stored);
    localStorage.setItem('colorScheme', stored);
    run();
    expect(root).toHaveAttribute('lang', 'en');
    expect(root).toHaveAttribute('dir', 'ltr');
    expect(root).toHaveAttribute('data-color-scheme', 'dark');
  });

  it('gives the defaults when the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    run();
    expect(root).toHaveAttribute('lang', 'en');
    expect(root).toHaveAttribute('data-color-scheme', 'dark');
  });
});
