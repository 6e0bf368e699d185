import { expect, it, describe } from 'vitest';
import { languageOf } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { rethrowAtField, relativeTime } from './SettingsSection.tsx';

/** What is thrown instead of a failure. */
function rethrown(failure: unknown): unknown {
  try {
    return rethrowAtField('password')(failure);
  } catch (thrown) {
    return thrown;
  }
}

it('gives the failure of an incorrect password its field', () => {
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

const NOW = Date.parse('2026-11-23T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    ['2026-11-23T12:05:00Z', 'now'],
    ['2026-11-23T11:59:01Z', 'now'],
    ['2026-11-23T11:59:00Z', '1 minute ago'],
    ['2026-11-23T11:00:01Z', '59 minutes ago'],
    ['2026-11-23T11:00:00Z', '1 hour ago'],
    ['2026-11-22T12:00:01Z', '23 hours ago'],
    ['2026-11-22T12:00:00Z', 'yesterday'],
    ['2026-10-25T12:00:00Z', '29 days ago'],
    ['2026-10-24T12:00:00Z', 'last month'],
    ['2025-11-29T12:00:00Z', '11 months ago'],
    ['2025-11-28T12:00:00Z', 'last year'],
    ['2024-11-23T12:00:00Z', '2 years ago'],
  ])('of %s is %s', (time, expected) => {
    expect(relativeTime(time, NOW, languageOf('en'))).toBe(expected);
  });

  it.each([
    ['fr', 'hier'],
    ['ar', 'أمس'],
  ])('is in the language %s', (language, expected) => {
    expect(relativeTime('2026-11-22T12:00:00Z', NOW, languageOf(language))).toBe(expected);
  });
});
