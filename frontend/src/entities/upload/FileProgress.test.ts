import { describe, expect, it } from 'vitest';
import { languageOf } from '#i18n/languages.ts';
import { formatSize } from './FileProgress.tsx';

const MIB = 1024 * 1024;

describe('formatSize', () => {
  it.each([
    ['en', 1.25 * MIB, '1.3 MB'],
    ['en', 2000, '2 kB'],
    ['en', MIB - 1, '1,024 kB'],
    ['en', MIB, '1 MB'],
    ['fr', 1.25 * MIB, '1,3 Mo'],
    ['fr', 2000, '2 ko'],
    // As in hints and errors, with the unit as a word.
    ['ar', 1.25 * MIB, '1,3 ميغابايت'],
    ['ar', 20 * MIB, '20 ميغابايت'],
    ['ar', 2000, '2 كيلوبايت'],
  ] as const)('in %s: %i bytes are %s', (language, bytes, text) => {
    expect(formatSize(bytes, languageOf(language)).replace(/\s/g, ' ')).toBe(text);
  });
});
