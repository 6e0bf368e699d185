import { toAsciiDigits } from './text.ts';

/** Letters that Unicode does not decompose, although writers exchange them. */
const letters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  // The hamza alone, and the tatweel, which only lengthens a line.
  ء: '',
  ـ: '',
};

const LETTERS = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/**
 * A text as searches compare it: without accents, Arabic diacritics and forms of letters, with ASCII digits, and with
 * one space between words.
 */
export function normalizeForSearch(text: string): string {
  return toAsciiDigits(text)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => letters[letter] ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
