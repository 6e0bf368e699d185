import type { LanguageCode } from '#i18n/languages.ts';

/**
 * Formats an exact amount in the language's own format.
 *
 * Intl gets the decimal text: a number would lose digits beyond 2^53 and gain binary fractions. The text also
 * sets the number of decimals, because Intl's table rounds some currencies (IQD to none, for example).
 */
export function formatPrice(amount: string, currency: string, language: LanguageCode): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount as Intl.StringNumericLiteral);
}
