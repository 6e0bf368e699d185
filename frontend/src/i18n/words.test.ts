import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages, type LanguageCode } from './languages.ts';

const document = readFileSync(resolve(import.meta.dirname, '../../../docs/words.md'), 'utf8');
const locales = resolve(import.meta.dirname, '../locales');
const sharedLocales = resolve(import.meta.dirname, '../../../shared/locales');
const readmes = resolve(import.meta.dirname, '../../../shared/export/readme');

/** The headings of the document. */
const HEADINGS: Record<LanguageCode, string> = { en: 'English', fr: 'French', ar: 'Arabic' };

/** Texts that may contain a word, and why. */
const EXCEPTIONS: Record<string, string[]> = {
  // The specification has the name of the group.
  training: ['courses:groups.additional'],
  formation: ['courses:groups.additional'],
};

/** Devices say “sign in with a passkey”. */
const isAboutPasskeys = (name: string, text: string) => /passkey/i.test(name + text);

/** The texts of the web app, of the API and of the emails, and the description in an archive of a user's data. */
function textsOf(code: LanguageCode): [name: string, text: string][] {
  const ofWebApp = readdirSync(join(locales, code)).map((file) => join(locales, code, file));
  const ofFunctions = readdirSync(join(sharedLocales, code)).map((file) =>
    join(sharedLocales, code, file),
  );
  const translations = [...ofWebApp, ...ofFunctions].flatMap((path) => {
    const tree: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return leaves(tree, '').map(([key, text]): [string, string] => [
      `${basename(path, '.json')}:${key}`,
      text,
    ]);
  });
  return [...translations, ['readme', readFileSync(join(readmes, `${code}.txt`), 'utf8')]];
}

/** The words of a text: placeholders, no-break spaces and the ends of lines are no part of a word. */
function wordsIn(text: string): string {
  return text.replace(/\{+.*?\}+/g, '…').replace(/\s+/g, ' ');
}

function leaves(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') {
    return [[path, node]];
  }
  return Object.entries(node as object).flatMap(([key, child]) =>
    leaves(child, path ? `${path}.${key}` : key),
  );
}

/** The words in the last column of a language's table. */
function wordsNotIn(code: LanguageCode): string[] {
  const section = document.split(/^## /m).find((part) => part.startsWith(HEADINGS[code])) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, word = '']) => word);
}

/** A whole word, in whichever case. Arabic prefixes (and, with, for) are written together with the word. */
function patternOf(word: string, code: LanguageCode): RegExp {
  const start = code === 'ar' ? '(?<!\\p{L})[وفبلك]?' : '(?<![\\p{L}-])';
  return new RegExp(`${start}${word.replace(/ ?…$/, '')}(?![\\p{L}\\p{M}])`, 'iu');
}

describe.each(languages)(
  'the words of the web app, the API, the emails and the archives in $ownName',
  ({ code }) => {
    const texts = textsOf(code);
    const words = wordsNotIn(code);

    it('are those of the document', () => {
      expect(words.length).toBeGreaterThan(10);
      const found = words.flatMap((word) =>
        texts
          .filter(
            ([name, text]) =>
              patternOf(word, code).test(wordsIn(text)) && !isAllowed(word, name, text),
          )
          .map(([name]) => `${name}: ${word}`),
      );
      expect(found).toEqual([]);
    });

    it('are separated by the same no-break space', () => {
      const narrow = texts.filter(([, text]) => text.includes('\u202f')).map(([name]) => name);
      expect(narrow).toEqual([]);
    });
  },
);

function isAllowed(word: string, name: string, text: string): boolean {
  return (
    EXCEPTIONS[word]?.includes(name) === true || (/^sign/.test(word) && isAboutPasskeys(name, text))
  );
}
