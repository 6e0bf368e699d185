import cases from '@shared/data/price-cases.json';
import { describe, expect, it } from 'vitest';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { formatPrice } from './formatPrice.ts';

/** Intl adds no-break spaces and direction marks, which this test ignores. */
function readable(
  amount: string,
  currency: string,
  language: LanguageCode,
  country = 'elsewhere',
): string {
  return formatPrice({ amount, currency }, language, country)
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Cf}/gu, '');
}

describe('formatPrice', () => {
  it.each(cases)(
    'writes $amount $currency as each language does in $country',
    ({ amount, currency, country, written }) => {
      for (const { code } of languages) {
        expect(readable(amount, currency, code, country)).toBe(written[code]);
      }
    },
  );

  it.each([
    ['en', '€90,071,992,547,409,931,234.05'],
    ['fr', '90 071 992 547 409 931 234,05 €'],
    ['ar', '90,071,992,547,409,931,234.05 €'],
  ] as const)('is exact beyond 2^53 in %s', (language, expected) => {
    expect(readable('90071992547409931234.05', 'EUR', language)).toBe(expected);
  });

  it('writes an amount without decimals as one with zeros', () => {
    expect(readable('9500', 'EUR', 'en')).toBe('€9,500');
  });

  it('never rounds, even where Intl would show fewer digits', () => {
    expect(readable('1.250', 'IQD', 'en')).toBe('IQD 1.250');
  });
});
