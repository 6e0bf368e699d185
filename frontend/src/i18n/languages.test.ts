import { describe, expect, it } from 'vitest';
import { languageOf, languages } from './languages.ts';

describe('languages', () => {
  it.each([null, undefined, '', 'de', 'EN', 'constructor'])(
    'fall back to English for %j',
    (code) => {
      expect(languageOf(code).code).toBe('en');
    },
  );

  it('have the direction that Intl gives', () => {
    for (const { code, direction } of languages) {
      const isRightToLeft = /\p{Script=Arabic}/u.test(
        new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? '',
      );
      expect(direction).toBe(isRightToLeft ? 'rtl' : 'ltr');
    }
  });
});
