/**
 * Isolates a value in a sentence of the other direction. Without it, the punctuation of an email address in an
 * Arabic sentence would move to its other end. Values that are always left-to-right are marked as such.
 */
const LTR_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

export function isolatedEmail(email: string): string {
  return LTR_ISOLATE + email + POP_ISOLATE;
}

/** A name has the direction of its own letters. */
export function isolatedName(name: string): string {
  return FIRST_STRONG_ISOLATE + name + POP_ISOLATE;
}

/** An amount is written from left to right, or `US$` would be reordered. So is the number of a document: `2027-000123`. */
export function isolatedAmount(amount: string): string {
  return LTR_ISOLATE + amount + POP_ISOLATE;
}
