import { removeInvisible } from './invisibleCharacters.ts';

const SPACE = /[\p{White_Space}\p{Cc}]+/gu;
const LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;

/**
 * A text as the server normalizes it: one line, single spaces, no invisible characters. Empty when it contains
 * neither a letter nor a digit.
 */
export function normalizeText(typed: string): string {
  const text = removeInvisible(typed).replace(SPACE, ' ').trim();
  return LETTER_OR_DIGIT.test(text) ? text : '';
}
