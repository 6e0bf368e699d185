import { expect, it, vi } from 'vitest';
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
