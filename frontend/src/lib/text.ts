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

/**
 * Invisible characters that change how others are shown, as the server removes them: `shared/data/invisible-characters.json` is the
 * list of both. The joiner and non-joiner within words are not among them.
 */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Removes invisible characters that were pasted along, above all direction marks. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

const DIGIT = /\p{Nd}/u;

/** Converts the decimal digits of any script to ASCII: `٠٥٥١` becomes `0551`. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** In Unicode, the digits of a script are consecutive from zero to nine, so the offset is the value. */
function digitValue(codePoint: number): number {
  let offset = 0;
  while (DIGIT.test(String.fromCodePoint(codePoint - offset - 1))) {
    offset += 1;
  }
  return offset % 10;
}
