/** The minimum length of an entry. A password whose stem is shorter is refused. */
const SHORTEST = 4;
/** The maximum number of symbols that count as a usual addition to a word. */
const MAX_SYMBOLS = 2;

const SYMBOLS_AFTER = /[^\p{Alphabetic}\p{N}]+$/u;
const SYMBOLS_BEFORE = /^[^\p{Alphabetic}\p{N}]+/u;
const NUMBER_AFTER = /\d+$/u;
const NUMBER_BEFORE = /^\d+/u;

const YEAR = /^(?:19|20)\d\d$/u;

/** The usual additions to a word, in the order in which they are removed. */
const ADDITIONS = [
  ...[SYMBOLS_AFTER, NUMBER_AFTER, SYMBOLS_AFTER],
  ...[SYMBOLS_BEFORE, NUMBER_BEFORE, SYMBOLS_BEFORE],
];

/**
 * Whether a normalized password is in the list, or is a usual variation of an entry. The same rules as on the server
 * (`shared/domain/src/password/known.rs`); `shared/data/password-cases.json` has cases for both.
 */
export function isKnownPassword(normalized: string, isListed: (text: string) => boolean): boolean {
  const texts = new Set(stemsOf(normalized).flatMap((stem) => [stem, repeatedUnit(stem)]));
  return Array.from(texts).some(
    (text) => lengthOf(text) < SHORTEST || isRun(text) || readings(text).some(isListed),
  );
}

/** The shortest unit that gives the text when it is repeated, or the whole text. */
function repeatedUnit(text: string): string {
  const characters = Array.from(text);
  const size = characters.findIndex(
    (_, index) =>
      index > 0 &&
      characters.length % index === 0 &&
      characters.every((character, place) => character === characters[place % index]),
  );
  return size === -1 ? text : characters.slice(0, size).join('');
}

/** The password and its stems: the usual additions are removed step by step. */
function stemsOf(normalized: string): string[] {
  const stems = [normalized];
  for (const addition of ADDITIONS) {
    const text = stems.at(-1) ?? '';
    const [added] = addition.exec(text) ?? [''];
    stems.push(isUsual(added) ? text.replace(addition, '') : text);
  }
  return stems;
}

/** One or two digits, a year or a run: `111`, `1234`, `987`. More symbols make a password hard to guess. */
function isUsual(added: string): boolean {
  return /^\d/u.test(added)
    ? added.length <= 2 || YEAR.test(added) || isRun(added)
    : lengthOf(added) <= MAX_SYMBOLS;
}

/** Whether each character is the same step after the one before it: `aaaa`, `abcd`, `4321`. */
function isRun(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return [0, 1, -1].some((step) =>
    points.every((point, index) => index === 0 || point - (points[index - 1] ?? 0) === step),
  );
}

/** In code points, as the server counts. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The number of files that the list of known passwords is divided into. */
export const BUCKETS = 32;

/**
 * The file with all entries of which a normalized password can be a variation. So a check needs one file, and the request for it
 * reveals five bits about the password.
 *
 * The bucket depends only on what every variation of an entry has in common: the letters that no digit or symbol replaces, once if
 * they repeat.
 */
export function bucketOf(normalized: string): number {
  const kept = Array.from(normalized).filter(
    (character) => /\p{Alphabetic}/u.test(character) && !SUBSTITUTED_LETTERS.has(character),
  );
  return hash(repeatedUnit(kept.join(''))) % BUCKETS;
}

/**
 * 32-bit FNV-1a, with its upper bits mixed into the lower ones, which makes the files more similar in size. The list is public, so the
 * hash need not resist attacks.
 */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193);
  }
  return (value ^ (value >>> 11)) >>> 0;
}

/** Letters with accents, and the digits of Arabic, by what replaces them. */
const REPLACED = new Map(
  Object.entries({
    ...lettersOf({
      a: 'àâäáãå',
      c: 'ç',
      e: 'éèêë',
      i: 'îïíì',
      n: 'ñ',
      o: 'ôöóòõ',
      u: 'ùûüú',
      y: 'ÿ',
    }),
    ...digitsFrom('٠'),
    ...digitsFrom('۰'),
  }),
);

/** The characters that many write instead of letters. `1` may be either of two. */
const SUBSTITUTES = new Map(
  Object.entries({
    ...{ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' },
    ...{ '@': 'a', $: 's', '!': 'i', '€': 'e' },
  }),
);

/** The letters that a substitute can stand for. */
const SUBSTITUTED_LETTERS: ReadonlySet<string> = new Set([...SUBSTITUTES.values(), 'i', 'l']);

/** In lower case, without accents, with the digits of Arabic as ASCII digits. The same as on the server (`filter_key.rs`). */
export function normalizePassword(password: string): string {
  return Array.from(password)
    .flatMap((character) => Array.from(character.toLowerCase()))
    .map((character) => REPLACED.get(character) ?? character)
    .join('');
}

/** The ways to read a normalized password with letters instead of digits and symbols: `p@ssw0rd` is `password`. */
export function readings(normalized: string): string[] {
  return [normalized, withLetters(normalized, 'i'), withLetters(normalized, 'l')];
}

function withLetters(normalized: string, one: string): string {
  return Array.from(normalized)
    .map((character) => (character === '1' ? one : (SUBSTITUTES.get(character) ?? character)))
    .join('');
}

function lettersOf(accented: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(accented).flatMap(([letter, others]) =>
      Array.from(others).map((other) => [other, letter]),
    ),
  );
}

function digitsFrom(zero: string): Record<string, string> {
  const first = zero.codePointAt(0) ?? 0;
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(first + digit), String(digit)]),
  );
}
