import { describe, expect, it } from 'vitest';
import { isSameValue } from './isSameValue.ts';

describe('isSameValue', () => {
  it.each([
    ['a', 'a'],
    [undefined, undefined],
    [[], []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
  ])('finds %j and %j the same', (a, b) => {
    expect(isSameValue(a, b)).toBe(true);
  });

  it.each([
    ['a', 'b'],
    ['', undefined],
    [[], undefined],
    [['a'], ['a', 'b']],
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
  ])('tells %j from %j', (a, b) => {
    expect(isSameValue(a, b)).toBe(false);
  });
});
