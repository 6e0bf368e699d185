import { expect, it } from 'vitest';
import { isTeacherStep, steps } from './steps.ts';

it('has the steps of teachers after those of everybody', () => {
  expect(steps.map(isTeacherStep)).toEqual([false, false, true, true, true]);
});
