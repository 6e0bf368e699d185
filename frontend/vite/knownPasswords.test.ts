import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUCKETS, bucketOf, normalizePassword } from '../src/entities/password/knownPassword.ts';
import { knownPasswordFiles } from './knownPasswords.ts';

describe('the files of known passwords', () => {
  it('have every entry of the list, each in the file of its bucket', () => {
    const list = readFileSync('../shared/data/known-passwords.txt', 'utf8').trimEnd().split('\n');
    const files = Array.from(knownPasswordFiles().values(), (text) => new Set(text.split('\n')));
    expect(files).toHaveLength(BUCKETS);
    const missing = list
      .map(normalizePassword)
      .filter((entry) => !files[bucketOf(entry)]?.has(entry));
    expect(missing).toEqual([]);
  });

  it('are cached for good: another content has another name', () => {
    const names = (list: string) => Array.from(knownPasswordFiles(list).keys());
    expect(names('password\n')[3]).toMatch(/^assets\/known-passwords-[0-9a-f]{8}-3\.txt$/);
    expect(names('password\n')).toEqual(names('password\n'));
    expect(names('password\n')).not.toEqual(names('password\nsoleil\n'));
  });

  it('are a small part of the list each', () => {
    const sizes = Array.from(knownPasswordFiles().values(), (text) => text.length);
    expect(Math.max(...sizes)).toBeLessThan(100_000);
  });
});
