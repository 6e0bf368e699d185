import { describe, expect, it } from 'vitest';
import {
  digitsIn,
  EMPTY_CODE,
  enterDigits,
  eraseDigit,
  focusAfterKey,
  typeDigit,
} from './CodeField.tsx';

const boxes = (text: string) => Array.from(text.padEnd(6, ' '), (digit) => digit.trim());

describe('digitsIn', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['code: 12-34', '1234'],
    // The characters before and after the digits of each script.
    ['/1:2\u065f\u06603\u066a\u06ef\u06f04\u06fa', '120304'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳', '123'],
    ['abc', ''],
  ])('finds the digits of %j', (text, digits) => {
    expect(digitsIn(text).join('')).toBe(digits);
  });
});

describe('the boxes', () => {
  it('go on to the next one with each digit', () => {
    expect(typeDigit(EMPTY_CODE, 0, '4')).toEqual({ boxes: boxes('4'), focus: 1 });
    expect(typeDigit(boxes('12345'), 5, '6')).toEqual({ boxes: boxes('123456'), focus: 5 });
  });

  it('take digits only', () => {
    expect(typeDigit(boxes('1'), 1, 'x')).toEqual({ boxes: boxes('1'), focus: 1 });
  });

  it.each(['19', '91'])('replace a digit by the new one, on whichever side of it: %s', (value) => {
    expect(typeDigit(boxes('123'), 0, value)).toEqual({ boxes: boxes('923'), focus: 1 });
  });

  it.each(['1', '11'])('keep a digit that is typed again: %s', (value) => {
    expect(typeDigit(boxes('123'), 0, value)).toEqual({ boxes: boxes('123'), focus: 1 });
  });

  it('take other digits as they are', () => {
    expect(typeDigit(boxes('1'), 0, '34')).toEqual({ boxes: boxes('34'), focus: 2 });
    expect(typeDigit(boxes('1'), 0, '213')).toEqual({ boxes: boxes('213'), focus: 3 });
  });

  it('are emptied when the digit is deleted', () => {
    expect(typeDigit(boxes('12'), 1, '')).toEqual({ boxes: boxes('1'), focus: 1 });
  });

  it('spread what is pasted from the box on', () => {
    expect(enterDigits(boxes('12'), 2, '34')).toEqual({ boxes: boxes('1234'), focus: 4 });
  });

  it('take a whole code in any box', () => {
    const all = { boxes: boxes('654321'), focus: 5 };
    expect(enterDigits(boxes('12'), 2, ' 654-321 ')).toEqual(all);
    expect(typeDigit(EMPTY_CODE, 0, '654321')).toEqual(all);
  });

  it('leave out what does not fit', () => {
    expect(enterDigits(EMPTY_CODE, 4, '12345').boxes).toEqual(['', '', '', '', '1', '2']);
  });

  it('go back with Backspace', () => {
    expect(eraseDigit(boxes('12'), 1)).toEqual({ boxes: boxes('1'), focus: 1 });
    expect(eraseDigit(boxes('1'), 1)).toEqual({ boxes: boxes(''), focus: 0 });
    expect(eraseDigit(EMPTY_CODE, 0)).toEqual({ boxes: EMPTY_CODE, focus: 0 });
  });

  it('are moved between by arrows, and not out of', () => {
    expect(focusAfterKey('ArrowLeft', 3)).toBe(2);
    expect(focusAfterKey('ArrowRight', 3)).toBe(4);
    expect(focusAfterKey('ArrowLeft', 0)).toBe(0);
    expect(focusAfterKey('ArrowRight', 5)).toBe(5);
    expect(focusAfterKey('Home', 3)).toBe(0);
    expect(focusAfterKey('End', 3)).toBe(5);
    expect(focusAfterKey('a', 3)).toBeUndefined();
  });
});
