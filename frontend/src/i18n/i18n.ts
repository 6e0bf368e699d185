import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { removeLanguageParameter, storeLanguage } from './languagePreference.ts';
import { languageOf, languages, type Language, type LanguageCode } from './languages.ts';

type Translations = Record<string, unknown>;

const loaders: Record<string, () => Promise<Translations>> = {
  ...import.meta.glob<Translations>('../locales/*/*.json', { import: 'default' }),
  ...import.meta.glob<Translations>('@shared/locales/*/errors.json', { import: 'default' }),
};

/** One chunk per language and area, so that nobody downloads words they do not read. */
const lazyTranslations: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const suffix = `/locales/${language}/${namespace}.json`;
    const load = Object.entries(loaders).find(([path]) => path.endsWith(suffix))?.[1];
    if (!load) {
      done(new Error(`There are no words for ${suffix}`), false);
      return;
    }
    load().then(
      (words) => {
        done(null, words);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : String(error), false);
      },
    );
  },
};

/** Calls back with every language that the app changes to. */
export function onLanguageChanged(listener: (language: Language) => void): void {
  i18next.on('languageChanged', (code) => {
    listener(languageOf(code));
  });
}

/** Starts i18next in a language; resolves when the words of the shell and of the given areas are there. */
export async function startI18n({ code }: Language, areas: string[]): Promise<void> {
  await i18next
    .use(lazyTranslations)
    .use(initReactI18next)
    .init({
      lng: code,
      supportedLngs: languages.map(({ code }) => code),
      // A fallback would make every visitor download English as well. Unknown languages become English before they
      // get here, and a test holds the keys of all languages together, so there is nothing to fall back for.
      fallbackLng: false,
      ns: ['common', ...areas],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
    });
}

/**
 * Loads the words of areas in the current language, and those of every later one. i18next goes on without words that
 * cannot be loaded and never asks for them again: here that is a failure, and the next time another attempt.
 */
export async function loadTranslations(areas: string[]): Promise<void> {
  await i18next.loadNamespaces(areas);
  await ensureTranslations(i18next.language, areas);
}

/**
 * Changes the language of the whole app at once and for later visits (spec §2, Settings). Without its words everything
 * stays as it is.
 */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  await ensureTranslations(code, [i18next.options.ns ?? []].flat());
  await i18next.changeLanguage(code);
  storeLanguage(languageOf(code));
  removeLanguageParameter();
}

async function ensureTranslations(language: string, areas: string[]): Promise<void> {
  const missing = () => areas.filter((area) => !i18next.hasResourceBundle(language, area));
  await i18next.reloadResources([language], missing());
  if (missing().length > 0) {
    throw new Error(`There are no words in ${language} for ${missing().join(', ')}.`);
  }
}
