import { expect, it } from 'vitest';
import { classNames } from './classNames.ts';

it('joins the class names that are there', () => {
  expect(classNames('a', undefined, '', 'b')).toBe('a b');
});
