import { describe, expect, it } from 'vitest';
import type { LanguageCode } from '#i18n/languages.ts';
import { formatPrice } from './formatPrice.ts';

/** Intl adds no-break spaces and direction marks, which this test ignores. */
function readable(amount: string, currency: string, language: LanguageCode): string {
  return formatPrice(amount, currency, language)
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Cf}/gu, '');
}

describe('formatPrice', () => {
  it.each([
    ['en', '14900.00', 'DZD', 'DZD 14,900.00'],
    ['fr', '14900.00', 'DZD', '14 900,00 DZD'],
    ['ar', '14900.00', 'DZD', '14,900.00 د.ج.'],
    ['en', '49.00', 'USD', '$49.00'],
    ['fr', '49.00', 'USD', '49,00 $US'],
    ['ar', '49.00', 'USD', '49.00 US$'],
  ] as const)('writes money as %s does: %s %s', (language, amount, currency, expected) => {
    expect(readable(amount, currency, language)).toBe(expected);
  });

  it.each([
    ['en', 'TND 389.500'],
    ['fr', '389,500 TND'],
    ['ar', '389.500 د.ت.'],
  ] as const)('keeps the three decimals of the Tunisian dinar in %s', (language, expected) => {
    expect(readable('389.500', 'TND', language)).toBe(expected);
  });

  it.each([
    ['en', '€90,071,992,547,409,931,234.05'],
    ['fr', '90 071 992 547 409 931 234,05 €'],
    ['ar', '90,071,992,547,409,931,234.05 €'],
  ] as const)('is exact beyond 2^53 in %s', (language, expected) => {
    expect(readable('90071992547409931234.05', 'EUR', language)).toBe(expected);
  });

  it('never rounds, even where Intl would show fewer digits', () => {
    expect(readable('1.250', 'IQD', 'en')).toBe('IQD 1.250');
  });
});
