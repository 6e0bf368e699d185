import { toAsciiDigits } from '#lib/digits.ts';

/** How many digits a reset code has (spec §9). */
export const CODE_LENGTH = 6;

/** One digit or nothing for each box. */
export type CodeDigits = readonly string[];

export const EMPTY_CODE: CodeDigits = Array.from({ length: CODE_LENGTH }, () => '');

/** The boxes after a change, and the box that then has the focus. */
export interface Change {
  boxes: CodeDigits;
  focus: number;
}

/** The digits in a text, as ASCII, without the characters between them. */
export function digitsIn(text: string): string[] {
  return toAsciiDigits(text).match(/\d/g) ?? [];
}

/**
 * Puts digits into the boxes from one on; a whole code goes into all of them, wherever it was pasted. The focus goes to
 * the box after the last of them.
 */
export function enterDigits(boxes: CodeDigits, at: number, text: string): Change {
  const digits = digitsIn(text);
  const start = digits.length >= CODE_LENGTH ? 0 : at;
  const entered = boxes.map((digit, index) => digits[index - start] ?? digit);
  return {
    boxes: entered,
    focus: Math.min(start + digits.length, CODE_LENGTH - 1),
  };
}

/** What a box holds after a key was pressed in it: the digit that it had, and the new one on either side of that. */
export function typeDigit(boxes: CodeDigits, at: number, value: string): Change {
  if (value === '') {
    return { boxes: boxes.with(at, ''), focus: at };
  }
  const digits = digitsIn(value);
  const previous = digits.indexOf(boxes[at] ?? '');
  const isReplaced = digits.length === 2 && previous >= 0;
  return enterDigits(boxes, at, isReplaced ? digits.toSpliced(previous, 1).join('') : value);
}

/** Backspace empties the box, and in an empty one the box before it. */
export function eraseDigit(boxes: CodeDigits, at: number): Change {
  const target = boxes[at] ? at : Math.max(at - 1, 0);
  return { boxes: boxes.with(target, ''), focus: target };
}

/** Where a key moves the focus to. The order of the boxes is from left to right in every language, so left is always back. */
export function focusAfterKey(key: string, at: number): number | undefined {
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: CODE_LENGTH }[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), CODE_LENGTH - 1);
}
