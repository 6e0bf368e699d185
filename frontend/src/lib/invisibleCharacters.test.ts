import { describe, expect, it } from 'vitest';
import { removeInvisible } from './invisibleCharacters.ts';

describe('removeInvisible', () => {
  it.each([
    '\u200e',
    '\u200f',
    '\u061c',
    '\u200b',
    '\ufeff',
    '\u00ad',
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
    ...['\u2066', '\u2067', '\u2068', '\u2069'],
  ])('drops %j, wherever it is', (mark) => {
    expect(removeInvisible(`${mark}a${mark}ب${mark}`)).toBe('aب');
  });

  it.each(['Amina Benali', 'أمينة بن علي', 'می\u200cخواهم', '👩\u200d🏫'])('keeps %j', (text) => {
    expect(removeInvisible(text)).toBe(text);
  });
});
