import { describe, expect, it } from 'vitest';
import { normalizeText } from './text.ts';

describe('normalizeText', () => {
  it.each([
    [' Amina\r\n\0 Benali ', 'Amina Benali'],
    ['أمينة بن علي', 'أمينة بن علي'],
    ['\u202eAmina\u2066 Be\u00adnali\ufeff', 'Amina Benali'],
    ['٣', '٣'],
    ...[' \n', '\u200b\u200d', '\u3164', '\u200d', '…', '-'].map((nothing) => [nothing, '']),
  ])('makes of %j %j', (typed, sent) => {
    expect(normalizeText(typed)).toBe(sent);
  });
});
