import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preferredLanguage, removeLanguageParameter, storeLanguage } from './languagePreference.ts';
import { intlFormat } from './intlFormat.ts';
import { languageOf, languages, type Language, type LanguageCode } from './languages.ts';

type Translations = Record<string, unknown>;

/** By the path of the file. */
export type TranslationLoaders = Record<string, () => Promise<Translations>>;

const translations: TranslationLoaders = {
  // The offer of a language has its own texts of every language.
  ...import.meta.glob<Translations>(['../locales/*/*.json', '!**/{languageOffer,staff*}.json'], {
    import: 'default',
  }),
  ...import.meta.glob<Translations>('@shared/locales/*/errors.json', { import: 'default' }),
};

/** One chunk for each language and namespace, so that no other languages are downloaded. */
const lazyTranslations: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    importTranslations(language, namespace).then(
      (texts) => {
        done(null, texts);
      },
      (cause: unknown) => {
        done(String(cause), null);
      },
    );
  },
};

async function importTranslations(language: string, namespace: string): Promise<Translations> {
  const suffix = `/locales/${language}/${namespace}.json`;
  const loaders = namespace.startsWith('staff')
    ? (await import('./staffTranslations.ts')).staffTranslations
    : translations;
  const load = Object.entries(loaders).find(([path]) => path.endsWith(suffix))?.[1];
  if (!load) {
    throw new Error(`There are no translations for ${suffix}`);
  }
  return load();
}

/** Loads namespaces in the current language for later, without using them. */
export async function prefetchTranslations(areas: string[]): Promise<void> {
  await Promise.all(areas.map((area) => importTranslations(i18next.language, area)));
}

/**
 * The language on screen; before i18next has started, the one that it starts in. The preferred language differs from it once another tab
 * has stored a language, or the user has left the URL that names one.
 */
export function shownLanguage(): Language {
  return i18next.isInitialized ? languageOf(i18next.language) : preferredLanguage();
}

export function onLanguageChanged(listener: (language: Language) => void): void {
  i18next.on('languageChanged', (code) => {
    listener(languageOf(code));
  });
}

/** Resolves when i18next has started, if it is starting. */
let starting: Promise<unknown> | undefined;

/** Starts i18next in a language; resolves when `common` and the given namespaces are loaded. */
export async function startI18n({ code }: Language, areas: string[]): Promise<void> {
  starting = i18next
    .use(lazyTranslations)
    .use(initReactI18next)
    .init({
      lng: code,
      supportedLngs: languages.map(({ code }) => code),
      // A fallback would make every visitor download English too. Unknown languages become English before, and
      // a test keeps the keys of all languages equal, so a fallback is never needed.
      fallbackLng: false,
      ns: ['common', ...areas],
      defaultNS: 'common',
      // The pages of staff load the texts of errors that nobody else gets.
      fallbackNS: 'staffErrors',
      interpolation: { escapeValue: false },
    });
  i18next.services.formatter?.add('number', (count: number, lng) =>
    intlFormat('NumberFormat', languageOf(lng).dates, {}).format(count),
  );
  await starting;
}

/**
 * Loads namespaces in the current language and in every later one. i18next continues without translations that
 * it could not load, and never retries; here that is an error, and another call retries.
 */
export async function loadTranslations(areas: string[]): Promise<void> {
  // A screen may load what it needs before.
  await starting;
  await i18next.loadNamespaces(areas);
  await ensureTranslations(i18next.language, areas);
}

/** The language that was chosen last. Its translations may still be loading. */
let chosen: LanguageCode | undefined;

/**
 * Changes the language of the app as soon as its translations are loaded, and for later visits (spec §2, Settings). When those of the shell
 * cannot be loaded, or another language is chosen meanwhile, nothing changes. Others that cannot be loaded, which may be those of a screen
 * that was left, stay in the language before.
 */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  chosen = code;
  const before = i18next.language;
  const areas = [i18next.options.ns ?? []].flat();
  await Promise.allSettled([
    ...areas.map((area) => ensureTranslations(code, [area])),
    window.showFontsOf?.(code),
  ]);
  const missing = areas.filter((area) => !i18next.hasResourceBundle(code, area));
  if (missing.includes('common')) {
    throw new Error(`There are no translations in ${code}.`);
  }
  if (chosen !== code) {
    return;
  }
  i18next.options.fallbackLng = missing.length > 0 ? [before] : false;
  await i18next.changeLanguage(code);
  storeLanguage(languageOf(code));
  removeLanguageParameter();
}

/** Loads namespaces in a language that need not be the current one. Fails when one cannot be loaded. */
export async function ensureTranslations(language: string, areas: string[]): Promise<void> {
  const missing = () => areas.filter((area) => !i18next.hasResourceBundle(language, area));
  await i18next.reloadResources([language], missing());
  if (missing().length > 0) {
    throw new Error(`There are no translations in ${language} for ${missing().join(', ')}.`);
  }
}
