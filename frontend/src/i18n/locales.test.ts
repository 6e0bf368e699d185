import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages, type LanguageCode } from './languages.ts';

const source = resolve(import.meta.dirname, '..');
const ownLocales = join(source, 'locales');
const sharedLocales = resolve(source, '../../shared/locales');

type Texts = Map<string, string>;

/** Double braces are i18next's, single ones the server's. */
const PLACEHOLDER = /\{+.*?\}+/g;
const PLURAL = /_(zero|one|two|few|many|other)$/;
const areasIn = (folder: string) =>
  readdirSync(join(folder, 'en')).map((file) => file.replace(/\.json$/, ''));
const areas = areasIn(ownLocales);
/** The namespaces of errors, and of the messages and emails that the server writes. */
const sharedAreas = areasIn(sharedLocales);
const allAreas = [...areas, ...sharedAreas];

/** The services of Algérie Poste, whose names are the same in every language. */
const NAMES_OF_SERVICES = [
  'mails:payment_methods',
  'myPlace:receipt.methods',
  'staffPlaces:methods',
].flatMap((methods) => [`${methods}.baridimob`, `${methods}.ccp`]);

/** Texts that are the same in two languages, or contain no word. */
const SAME_AS_ENGLISH: Partial<Record<LanguageCode, string[]>> = {
  fr: [
    'common:brand',
    'common:contact.title',
    'mails:brand',
    'profileFiles:cv.title',
    'profileFiles:photo.zoom',
    'signupSteps:terms.ok',
    'staff:members.actions',
    'staff:pages.places',
    'staffApplications:files.cv',
    'staffPlaces:actions',
    'staffPlaces:dates',
    'staffPlaces:message',
    ...NAMES_OF_SERVICES,
    'staffPlaces:note',
    'upload:actionOn',
    'upload:cv.label',
    'upload:photo.label',
  ],
  ar: [...NAMES_OF_SERVICES],
};

/** The quotation marks and apostrophes of each language. Its texts contain no others. */
const QUOTES: Record<LanguageCode, RegExp> = {
  en: /[“”’]/g,
  fr: /[«»’]/g,
  ar: /[«»]/g,
};

function texts(language: LanguageCode, area: string): Texts {
  const folder = sharedAreas.includes(area) ? sharedLocales : ownLocales;
  const tree: unknown = JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8'));
  return new Map(leaves(tree, ''));
}

function leaves(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') {
    return [[path, node]];
  }
  return Object.entries(node as object).flatMap(([key, child]) =>
    leaves(child, path ? `${path}.${key}` : key),
  );
}

const withoutPlural = (key: string) => key.replace(PLURAL, '');
const unique = (values: Iterable<string>) => [...new Set(values)].sort();
const placeholders = (text: string) => unique(text.match(PLACEHOLDER) ?? []);

describe.each(allAreas)('the translations of %s', (area) => {
  const english = texts('en', area);

  it.each(languages)('have the same keys in $ownName', ({ code }) => {
    const keys = (of: Texts) => unique([...of.keys()].map(withoutPlural));
    expect(keys(texts(code, area))).toEqual(keys(english));
  });

  it.each(languages)('have every plural form that $ownName has', ({ code }) => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const keys = [...texts(code, area).keys()];
    for (const base of unique(keys.filter((key) => PLURAL.test(key)).map(withoutPlural))) {
      expect(unique(keys.filter((key) => withoutPlural(key) === base))).toEqual(
        unique(forms.map((form) => `${base}_${form}`)),
      );
    }
  });

  it.each(languages)('have the same placeholders in $ownName', ({ code }) => {
    for (const [key, text] of texts(code, area)) {
      const model = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? '';
      // Plural forms for one number may contain it as a word: "two people", not "2 people".
      const mayOmit = /_(zero|one|two)$/.test(key);
      expect(placeholders(model), key).toEqual(
        mayOmit && placeholders(text).length === 0 ? placeholders(model) : placeholders(text),
      );
    }
  });

  it.each(languages)('are in $ownName', ({ code }) => {
    for (const [key, text] of texts(code, area)) {
      const model = english.get(key) ?? english.get(key.replace(PLURAL, '_other'));
      const isSame = SAME_AS_ENGLISH[code]?.includes(`${area}:${key}`);
      if (code !== 'en' && !isSame) {
        expect(text, `${key}: as in English`).not.toBe(model);
      }
      if (code === 'ar' && !isSame && /\p{L}/u.test(text.replaceAll(PLACEHOLDER, ''))) {
        expect(text, `${key}: Arabic letters`).toMatch(/\p{Script=Arabic}/u);
      }
    }
  });

  it.each(languages)('have the quotation marks of $ownName, and no escapes', ({ code }) => {
    for (const [key, text] of texts(code, area)) {
      expect(text.replace(QUOTES[code], ''), key).not.toMatch(/["'`‘’“”„«»‹›]/);
      expect(text, key).not.toMatch(/&#?\w+;|\\[nu"]|\uFFFD/);
    }
  });

  it.each(languages)('show each character in an editor, in $ownName', ({ code }) => {
    const folder = sharedAreas.includes(area) ? sharedLocales : ownLocales;
    expect(readFileSync(join(folder, code, `${area}.json`), 'utf8')).not.toMatch(/\p{Cf}/u);
  });

  it.each(languages)('are never empty in $ownName', ({ code }) => {
    for (const [key, text] of texts(code, area)) {
      expect(text.trim(), key).not.toBe('');
    }
  });
});

describe('the emails', () => {
  it.each(languages)('name the services as the web app does in $ownName', ({ code }) => {
    const named = (area: string, group: string) =>
      [...texts(code, area)].flatMap(([key, text]) =>
        key.startsWith(`${group}.`) ? [[key.slice(group.length + 1), text]] : [],
      );
    expect(named('mails', 'services')).toEqual(named('common', 'pillars'));
  });
});

describe('the French translations', () => {
  it.each(allAreas)('follow French typography (%s)', (area) => {
    for (const [key, text] of texts('fr', area)) {
      expect(text, `${key}: typographic apostrophe`).not.toContain("'");
      expect(text, `${key}: no-break space before :;?!`).not.toMatch(/(?<!\u00a0)[:;?!]/);
      const quantity = /\d (?:ans|caractères|cours|heures|jours|minutes|Mo)\b/u;
      expect(text, `${key}: no-break space before a unit`).not.toMatch(quantity);
    }
  });
});

describe('translation keys', () => {
  const used = usedKeys();

  it('exist where they are used', () => {
    for (const { area, keys, pattern } of translatedKeys()) {
      const isThere = keys.some((key) => pattern.test(withoutPlural(key)));
      expect(isThere, `${area}:${pattern.source}`).toBe(true);
    }
  });

  it('that may equal English do', () => {
    for (const [code, same] of Object.entries(SAME_AS_ENGLISH)) {
      for (const name of same) {
        const [area = '', key = ''] = name.split(':');
        expect(texts(code as LanguageCode, area).get(key), name).toBe(texts('en', area).get(key));
      }
    }
  });

  // The offer of a language reads its texts without `t`.
  it.each(areas.filter((area) => area !== 'languageOffer'))('of %s are all used', (area) => {
    const patterns = used.filter((use) => use.area === area).map(({ pattern }) => pattern);
    for (const key of texts('en', area).keys()) {
      const isUsed = patterns.some((pattern) => pattern.test(withoutPlural(key)));
      expect(isUsed, `${area}:${key} is used`).toBe(true);
    }
  });
});

/** The keys that `t` is called with, as strings or templates. Without a namespace, the first one of the `t` before it applies. */
function translatedKeys() {
  return sources().flatMap(({ code, areas }) =>
    [...code.matchAll(/\bt\(\s*(['"`])(?:(\w+):)?([\w.${}]+)\1/g)].map(
      ({ 2: named, 3: key = '', index }) => {
        const area = named ?? areas.findLast(({ from }) => from < index)?.area ?? 'common';
        return { area, keys: [...texts('en', area).keys()], pattern: patternOf(key) };
      },
    ),
  );
}

/**
 * Every string and template in the source as a pattern of keys: `a.${b}` matches any key a.*. It belongs to the
 * namespace that it names, or else to that of the `t` before it, or without one to those of its file. (Which error
 * codes are used cannot be seen here: they are the server's.)
 */
function usedKeys(): { area: string; pattern: RegExp }[] {
  return sources().flatMap(({ code, areas }) =>
    [...code.matchAll(/(['"`])(?:(\w+):)?([\w.${}]+)\1/g)].flatMap(
      ({ 2: named, 3: key = '', index }) => {
        const before = areas.findLast(({ from }) => from < index);
        const possible = before ? [before] : areas;
        return (named === undefined ? possible.map(({ area }) => area) : [named]).map((area) => ({
          area,
          pattern: patternOf(key),
        }));
      },
    ),
  );
}

/** The source files, each with the namespaces that it translates from, and where its code begins to. */
function sources() {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.endsWith('.d.ts'))
    .map((file) => {
      const code = readFileSync(join(source, file), 'utf8');
      const areas = [...code.matchAll(/useTranslation\(\[?(?:'(\w+)')?/g)].map(
        ({ 1: area = 'common', index }) => ({ area, from: index }),
      );
      return { code, areas };
    });
}

function patternOf(key: string): RegExp {
  return new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{.*?\}/g, '[^.]+')}$`);
}
