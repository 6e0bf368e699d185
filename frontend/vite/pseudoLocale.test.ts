import { describe, expect, it } from 'vitest';
import common from '../src/locales/en/common.json' with { type: 'json' };
import legal from '../src/locales/en/legal.json' with { type: 'json' };
import { pseudoText } from './pseudoLocale.ts';

describe('pseudoText', () => {
  it('accents every letter and adds brackets', () => {
    expect(pseudoText('Log in')).toBe('[Łóóğ ííñ]');
    expect(pseudoText('ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz')).not.toMatch(
      /[a-z]/i,
    );
  });

  it.each([
    '{{count, number}}',
    '$t(common:brand)',
    '<b>',
    '</b>',
    '<br />',
    'https://masar.example/a?b=c',
    'hello@masar.example',
  ])('does not change %s', (text) => {
    expect(pseudoText(`a ${text} b`)).toBe(`[áá ${text} ƀ]`);
  });

  it('keeps the dashes of a list', () => {
    expect(pseudoText('To:\n- do\n- be')).toBe('[Ŧóó:]\n- [đóó]\n- [ƀéé]');
  });

  it('makes texts about 40 % longer', () => {
    for (const text of [common.crash.message, common.session.failed, JSON.stringify(legal)]) {
      expect(pseudoText(text).length / text.length).toBeGreaterThan(1.25);
      expect(pseudoText(text).length / text.length).toBeLessThan(1.5);
    }
  });
});
