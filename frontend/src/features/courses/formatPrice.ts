import type { LanguageCode } from '#i18n/languages.ts';

/**
 * An exact amount as money in the language's own form.
 *
 * The decimal text goes to Intl as it is: as a number it would lose digits beyond 2^53 and gain binary fractions.
 * The amount also says how many digits are shown, because Intl's table rounds some currencies (IQD to none, say).
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
