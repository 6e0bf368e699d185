import { removeInvisible } from './invisibleCharacters.ts';

const SPACE = /[\p{White_Space}\p{Cc}]+/gu;
const LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;

/**
 * A text as the server makes it: in one line, with one space between words, and without what nobody sees. Nothing where that
 * shows neither a letter nor a digit.
 */
export function normalizeText(typed: string): string {
  const text = removeInvisible(typed).replace(SPACE, ' ').trim();
  return LETTER_OR_DIGIT.test(text) ? text : '';
}
