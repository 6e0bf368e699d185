import { describe, expect, it } from 'vitest';
import list from '@shared/data/invisible-characters.json';
import { removeInvisible } from './invisibleCharacters.ts';

describe('removeInvisible', () => {
  it.each(['\u200e', '\u061c', '\u200b', '\u202e', '\u{e0041}'])(
    'drops %j, wherever it is',
    (mark) => {
      expect(removeInvisible(`${mark}a${mark}ب${mark}`)).toBe('aب');
    },
  );

  it('drops the characters of the list, and no others', () => {
    const listed = list.flatMap(({ first, last }) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, i) => start + i);
    });
    const dropped = Array.from({ length: 0x10ffff + 1 }, (_, code) => code).filter(
      (code) => removeInvisible(String.fromCodePoint(code)) === '',
    );
    expect(dropped).toEqual(listed);
  });

  it.each(['Amina Benali', 'أمينة بن علي', 'می\u200cخواهم', '👩\u200d🏫'])('keeps %j', (text) => {
    expect(removeInvisible(text)).toBe(text);
  });
});
