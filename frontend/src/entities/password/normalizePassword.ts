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
export const SUBSTITUTED_LETTERS: ReadonlySet<string> = new Set([
  ...SUBSTITUTES.values(),
  'i',
  'l',
]);

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
