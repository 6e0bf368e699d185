import { expect, it, vi } from 'vitest';
import { LANGUAGE_KEY } from './languagePreference.ts';
import { languageOf } from './languages.ts';

it('loads the translations that a screen asks for while i18next starts', async () => {
  // Other tests have started i18next.
  vi.resetModules();
  const { loadTranslations, startI18n } = await import('./i18n.ts');
  const { default: i18next } = await import('i18next');
  const starting = startI18n(languageOf('fr'), []);
  await loadTranslations(['home']);
  expect(i18next.hasResourceBundle('fr', 'home')).toBe(true);
  await starting;
});

it('ends in the language that was chosen last, whichever is loaded first', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.resetModules();
  vi.doMock('../locales/ar/common.json', async (original) => {
    await held;
    return original();
  });
  const { changeLanguage, startI18n } = await import('./i18n.ts');
  const { default: i18next } = await import('i18next');
  await startI18n(languageOf('en'), []);
  const first = changeLanguage('ar');
  await changeLanguage('fr');
  release();
  await first;
  expect(i18next.language).toBe('fr');
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe('fr');

  await changeLanguage('ar');
  expect(i18next.language).toBe('ar');
});

it('changes the language without translations that cannot be loaded, which stay in the language before', async () => {
  vi.resetModules();
  let isOnline = false;
  vi.doMock('../locales/fr/home.json', (original) =>
    isOnline ? original() : Promise.reject(new Error()),
  );
  const { changeLanguage, startI18n } = await import('./i18n.ts');
  const { default: i18next } = await import('i18next');
  await startI18n(languageOf('en'), ['home']);
  const english = i18next.t('home:explore');
  await changeLanguage('fr');
  expect(i18next.language).toBe('fr');
  expect(i18next.t('home:explore')).toBe(english);

  await changeLanguage('en');
  isOnline = true;
  vi.doUnmock('../locales/fr/home.json');
  await changeLanguage('fr');
  expect(i18next.t('home:explore')).not.toBe(english);
});

it('writes numbers with Latin digits in browsers whose default for Arabic is others', async () => {
  const { NumberFormat } = Intl;
  class OlderFormat extends NumberFormat {
    constructor(locale: string, options?: Intl.NumberFormatOptions) {
      super(locale === 'ar' ? 'ar-u-nu-arab' : locale, options);
    }
  }
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(OlderFormat as never);
  vi.resetModules();
  const { startI18n } = await import('./i18n.ts');
  const { default: i18next } = await import('i18next');
  await startI18n(languageOf('ar'), ['checkEmail']);
  expect(i18next.t('checkEmail:seconds', { count: 30 })).toContain(' 30 ');
});
