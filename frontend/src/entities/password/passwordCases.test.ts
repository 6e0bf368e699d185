import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import cases from '@shared/data/password-cases.json';
import {
  isKnownPassword,
  BUCKETS,
  bucketOf,
  normalizePassword,
  readings,
} from './knownPassword.ts';
import { isPersonalPassword } from './PasswordWarning.tsx';

const list = readFileSync('../shared/data/known-passwords.txt', 'utf8').trimEnd().split('\n');
const entries = new Set(list.map(normalizePassword));

/** Checks as the app does: with the entries of one bucket. */
function isKnown(password: string) {
  const normalized = normalizePassword(password);
  const bucket = bucketOf(normalized);
  return isKnownPassword(normalized, (text) => entries.has(text) && bucketOf(text) === bucket);
}

describe('the rules of the server', () => {
  it.each(cases.known)('know %j', (password) => {
    expect(isKnown(password)).toBe(true);
  });

  it.each(cases.unknown)('do not know %j', (password) => {
    expect(isKnown(password)).toBe(false);
  });

  it.each(cases.personal)('hold for $fullname, $email', ({ refused, accepted, ...owner }) => {
    expect(refused.filter((password) => !isPersonalPassword(password, owner))).toEqual([]);
    expect(accepted.filter((password) => isPersonalPassword(password, owner))).toEqual([]);
  });
});

/** The entry in uppercase, unless it has letters such as `ı`, whose uppercase letter is that of another one. */
function uppercase(entry: string) {
  const text = entry.toUpperCase();
  return text.toLowerCase() === entry ? text : entry;
}

describe('the bucket of a password', () => {
  const variations = (entry: string) => [
    uppercase(entry),
    entry.replaceAll('a', '@').replaceAll('o', '0').replaceAll('s', '$').replaceAll('l', '1'),
    `${entry}${entry}`,
    `12${entry}!2024!`,
    `#${entry}7`,
  ];

  it('is that of every entry which the password is a variation of', () => {
    const wrong = list.flatMap((entry) =>
      variations(entry).filter(
        (password) => bucketOf(normalizePassword(password)) !== bucketOf(normalizePassword(entry)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('does not depend on how digits and symbols are read', () => {
    for (const entry of list) {
      expect(new Set(readings(normalizePassword(entry)).map(bucketOf)).size).toBe(1);
    }
  });

  it('is shared by so many entries that it tells little', () => {
    const counts = Array.from({ length: BUCKETS }, () => 0);
    for (const entry of entries) {
      counts[bucketOf(entry)] = (counts[bucketOf(entry)] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(1000);
    expect(Math.max(...counts)).toBeLessThan(15_000);
  });
});
