import { repeatedUnit } from './knownPassword.ts';
import { SUBSTITUTED_LETTERS } from './normalizePassword.ts';

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
