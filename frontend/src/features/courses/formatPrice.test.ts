import { describe, expect, it } from 'vitest';
import type { LanguageCode } from '#i18n/languages.ts';
import { formatPrice } from './formatPrice.ts';

/** The country whose price list has the currency. */
const home: Record<string, string> = {
  CAD: 'Canada',
  DZD: 'Algeria',
  EUR: 'France',
  GBP: 'United Kingdom',
  IQD: 'Iraq',
  MAD: 'Morocco',
  TND: 'Tunisia',
  USD: 'United States',
};

/** Intl adds no-break spaces and direction marks, which this test ignores. */
function readable(
  amount: string,
  currency: string,
  language: LanguageCode,
  country = home[currency] ?? 'elsewhere',
): string {
  return formatPrice({ amount, currency }, language, country)
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Cf}/gu, '');
}

describe('formatPrice', () => {
  it.each([
    ['en', '19900.00', 'DZD', 'DZD 19,900'],
    ['fr', '19900.00', 'DZD', '19 900 DA'],
    ['ar', '19900.00', 'DZD', '19.900 د.ج.'],
    ['en', '49.00', 'USD', '$49'],
    ['fr', '49.00', 'USD', '49 $US'],
    ['ar', '49.00', 'USD', '49 US$'],
    ['en', '49.00', 'CAD', '$49'],
    ['fr', '49.00', 'CAD', '49 $'],
    ['fr', '390.00', 'MAD', '390 MAD'],
    ['fr', '49.00', 'EUR', '49 €'],
  ] as const)(
    'writes money as %s does in the country, without zero decimals: %s %s',
    (language, amount, currency, expected) => {
      expect(readable(amount, currency, language)).toBe(expected);
    },
  );

  it.each([
    ['en', 'DZD 14,900.50'],
    ['fr', '14 900,50 DA'],
    ['ar', '14.900,50 د.ج.'],
  ] as const)('keeps decimals that are not zero in %s', (language, expected) => {
    expect(readable('14900.50', 'DZD', language)).toBe(expected);
  });

  it.each([
    ['en', 'TND 389.500'],
    ['fr', '389,500 DT'],
    ['ar', '389,500 د.ت.'],
  ] as const)('keeps the three decimals of the Tunisian dinar in %s', (language, expected) => {
    expect(readable('389.500', 'TND', language)).toBe(expected);
  });

  it.each([
    ['en', 'US$49'],
    ['fr', '49 $US'],
    ['ar', '49 US$'],
  ] as const)(
    'tells the dollar of the default price list from that of Canada in %s',
    (language, expected) => {
      expect(readable('49.00', 'USD', language, 'Canada')).toBe(expected);
    },
  );

  it('writes Latin digits in a country whose Arabic has others', () => {
    expect(readable('2900.00', 'EGP', 'ar', 'Egypt')).toBe('2,900 ج.م.');
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
