import { describe, expect, it } from 'vitest';
import { digitsIn, EMPTY_BOXES, enterDigits, erase, moveBy, typeInto } from './codeDigits.ts';

const boxes = (text: string) => Array.from(text.padEnd(6, ' '), (digit) => digit.trim());

describe('digitsIn', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['code: 12-34', '1234'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳', '123'],
    ['abc', ''],
  ])('finds the digits of %j', (text, digits) => {
    expect(digitsIn(text).join('')).toBe(digits);
  });
});

describe('the boxes', () => {
  it('go on to the next one with each digit', () => {
    expect(typeInto(EMPTY_BOXES, 0, '4')).toEqual({ boxes: boxes('4'), focus: 1 });
    expect(typeInto(boxes('12345'), 5, '6')).toEqual({ boxes: boxes('123456'), focus: 5 });
  });

  it('take digits only', () => {
    expect(typeInto(boxes('1'), 1, 'x')).toEqual({ boxes: boxes('1'), focus: 1 });
  });

  it.each(['19', '91'])('replace a digit by the new one, on whichever side of it: %s', (value) => {
    expect(typeInto(boxes('123'), 0, value)).toEqual({ boxes: boxes('923'), focus: 1 });
  });

  it('spread what is pasted from the box on', () => {
    expect(enterDigits(boxes('12'), 2, '34')).toEqual({ boxes: boxes('1234'), focus: 4 });
  });

  it('take a whole code in any box', () => {
    const all = { boxes: boxes('654321'), focus: 5 };
    expect(enterDigits(boxes('12'), 2, ' 654-321 ')).toEqual(all);
    expect(typeInto(EMPTY_BOXES, 0, '654321')).toEqual(all);
  });

  it('leave out what does not fit', () => {
    expect(enterDigits(EMPTY_BOXES, 4, '12345').boxes).toEqual(['', '', '', '', '1', '2']);
  });

  it('go back with Backspace', () => {
    expect(erase(boxes('12'), 1)).toEqual({ boxes: boxes('1'), focus: 1 });
    expect(erase(boxes('1'), 1)).toEqual({ boxes: boxes(''), focus: 0 });
    expect(erase(EMPTY_BOXES, 0)).toEqual({ boxes: EMPTY_BOXES, focus: 0 });
  });

  it('are moved between by arrows, and not out of', () => {
    expect(moveBy('ArrowLeft', 3)).toBe(2);
    expect(moveBy('ArrowRight', 3)).toBe(4);
    expect(moveBy('ArrowLeft', 0)).toBe(0);
    expect(moveBy('ArrowRight', 5)).toBe(5);
    expect(moveBy('Home', 3)).toBe(0);
    expect(moveBy('End', 3)).toBe(5);
    expect(moveBy('a', 3)).toBeUndefined();
  });
});
