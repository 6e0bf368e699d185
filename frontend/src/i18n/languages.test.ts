import { describe, expect, it } from 'vitest';
import { languageOf, languages } from './languages.ts';

describe('languages', () => {
  it('are the three of the product, each by its own name and with its direction', () => {
    expect(languages.map(({ code, ownName, direction }) => [code, ownName, direction])).toEqual([
      ['en', 'English', 'ltr'],
      ['fr', 'Français', 'ltr'],
      ['ar', 'العربية', 'rtl'],
    ]);
  });

  it.each([null, undefined, '', 'de', 'EN', 'constructor'])('mean English by %j', (code) => {
    expect(languageOf(code).code).toBe('en');
  });

  it('agree with Intl about the direction', () => {
    for (const { code, direction } of languages) {
      const isRightToLeft = /\p{Script=Arabic}/u.test(
        new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? '',
      );
      expect(direction).toBe(isRightToLeft ? 'rtl' : 'ltr');
    }
  });
});
