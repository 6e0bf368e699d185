import { render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { useEffect } from 'react';
import { getI18n, initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';

const realFetch = globalThis.fetch;
const realDate = Date;
const { href } = window.location;

let isGone = false;

function Left() {
  useEffect(
    () => () => {
      isGone = true;
    },
    [],
  );
  return <p>left behind</p>;
}

beforeAll(async () => {
  await createInstance()
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: {}, ar: {} } });
});

// vitest.setup.ts runs between the two.
describe('a test in a shared process', { shuffle: false }, () => {
  it('changes shared state', async () => {
    render(<Left />);
    localStorage.setItem('token', 'abc');
    sessionStorage.setItem('attempt', '1');
    document.cookie = '__Host-lang=fr; Path=/; Secure';
    document.documentElement.lang = 'ar';
    document.documentElement.dir = 'rtl';
    document.documentElement.dataset['colorScheme'] = 'dark';
    window.history.pushState({ step: 1 }, '', '/signup?lang=ar');
    vi.stubGlobal('fetch', vi.fn());
    vi.stubEnv('VITE_OF_A_TEST', 'yes');
    vi.useFakeTimers();
    await getI18n().changeLanguage('ar');
    expect(getI18n().language).toBe('ar');
  });

  it('leaves none of it to the next test', () => {
    expect(screen.queryByText('left behind')).toBeNull();
    expect(isGone).toBe(true);
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
    expect(document.cookie).toBe('');
    expect(document.documentElement.attributes).toHaveLength(0);
    expect(window.location.href).toBe(href);
    expect(window.history.state).toBeNull();
    expect(globalThis.fetch).toBe(realFetch);
    expect(Date).toBe(realDate);
    expect(import.meta.env['VITE_OF_A_TEST']).toBeUndefined();
    expect(getI18n().language).toBe('en');
  });
});
