import { describe, expect, it } from 'vitest';
import { toAsciiDigits } from './digits.ts';

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
