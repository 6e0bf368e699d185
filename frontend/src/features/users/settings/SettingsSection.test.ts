import { expect, it } from 'vitest';
import { ApiError } from '#lib/apiError.ts';
import { rethrowAtField } from './SettingsSection.tsx';

/** What is thrown instead of a failure. */
function rethrown(failure: unknown): unknown {
  try {
    return rethrowAtField('incorrect_password', 'password')(failure);
  } catch (thrown) {
    return thrown;
  }
}

it('gives a failure with the code its field', () => {
  expect(rethrown(new ApiError({ code: 'incorrect_password', status: 403 }))).toMatchObject({
    code: 'incorrect_password',
    status: 403,
    fields: { password: 'incorrect_password' },
  });
});

it.each([new ApiError({ code: 'conflict', status: 409 }), new TypeError('broken'), undefined])(
  'leaves every other failure as it is: %s',
  (failure) => {
    expect(rethrown(failure)).toBe(failure);
  },
);
