import { describe, expect, it } from 'vitest';
import list from '@shared/data/invisible-characters.json';
import { toAsciiDigits, removeInvisible, normalizeText } from './text.ts';

describe('normalizeText', () => {
  it.each([
    [' Amina\r\n\0 Benali ', 'Amina Benali'],
    ['أمينة بن علي', 'أمينة بن علي'],
    ['\u202eAmina\u2066 Be\u00adnali\ufeff', 'Amina Benali'],
    ['٣', '٣'],
    ...[' \n', '\u200b\u200d', '\u3164', '\u200d', '…', '-'].map((nothing) => [nothing, '']),
  ])('makes of %j %j', (typed, sent) => {
    expect(normalizeText(typed)).toBe(sent);
  });
});

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

describe('toAsciiDigits', () => {
  it.each([
    '0123456789',
    '٠١٢٣٤٥٦٧٨٩',
    '۰۱۲۳۴۵۶۷۸۹',
    '०१२३४५६७८९',
    '０１２３４５６７８９',
    '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡',
  ])('reads %s', (digits) => {
    expect(toAsciiDigits(digits)).toBe('0123456789');
  });

  it('keeps everything else', () => {
    expect(toAsciiDigits('+٢١٣ (٥٥١) x')).toBe('+213 (551) x');
  });
});
