import type { components } from '#api/schema.d.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type Amount = components['schemas']['Amount'];

/** How countries write their own currency in Latin letters, where Intl has its code in English or French. */
const localSymbols: Partial<Record<string, string>> = { DZD: 'DA', MAD: 'DH', TND: 'DT' };

/**
 * Formats an exact price as the language does in the user's country (its English name), without decimals that
 * are zero. `shared/data/price-cases.json` has cases for this and for emails (`shared/mail/src/price.rs`).
 *
 * Intl gets the decimal text: a number would lose digits beyond 2^53 and gain binary fractions. The text also
 * sets the number of decimals, because Intl's table rounds some currencies (IQD to none, for example).
 */
export function formatPrice(
  { amount, currency }: Amount,
  language: LanguageCode,
  country: string,
): string {
  const decimals = amount.split('.')[1] ?? '';
  const digits = Number(decimals) === 0 ? 0 : decimals.length;
  const region = regionOf(currency, country);
  const format = intlFormat('NumberFormat', `${language}-${region}-u-nu-latn`, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const parts = format.formatToParts(amount as Intl.StringNumericLiteral).map(({ value }) => value);
  const localSymbol = region === WORLD ? undefined : localSymbols[currency];
  return parts.map((part) => (part === currency ? (localSymbol ?? part) : part)).join('');
}

/** The world: its symbols tell one dollar from another. */
const WORLD = '001';

/** The country of a currency when it is the user's, where short symbols are clear: `DA`, `$`. */
function regionOf(currency: string, country: string): string {
  // The code of a currency begins with that of its country (ISO 4217).
  const region = currency.slice(0, 2);
  const name = intlFormat('DisplayNames', 'en', { type: 'region' }).of(region);
  return name === country ? region : WORLD;
}
