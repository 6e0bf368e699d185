/**
 * Keeps what is put into a sentence from being mixed up with it where the sentence runs the other way: without, the
 * punctuation of an address in an Arabic sentence jumps to its other end. What is never written from right to left is
 * told so.
 */
const LTR_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

export function isolatedEmail(email: string): string {
  return LTR_ISOLATE + email + POP_ISOLATE;
}

/** A name runs in the direction of its own letters. */
export function isolatedName(name: string): string {
  return FIRST_STRONG_ISOLATE + name + POP_ISOLATE;
}
