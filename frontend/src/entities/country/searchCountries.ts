import type { LanguageCode } from '#i18n/languages.ts';
import { toAsciiDigits } from '#lib/digits.ts';
import { normalizeForSearch } from '#lib/normalizeForSearch.ts';
import type { Country } from './country.ts';

/** How well a country matches, from best to worst. A match in the user's own language ranks before one in another. */
const EXACT = 0;
const PREFIX = 2;
const WORD_PREFIX = 4;
const SUBSTRING = 6;
const OTHER_LANGUAGE_PENALTY = 1;

/**
 * The countries that match a text, best match first and else in the given order: by name in any of the three
 * languages, by ISO code, or by dial code (spec §2, Signup).
 */
export function searchCountries(
  countries: Country[],
  text: string,
  language: LanguageCode,
): Country[] {
  const query = parseQuery(text);
  return countries
    .map((country) => ({ country, rank: rankOf(country, query, language) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}

interface Query {
  names: string[];
  /** Empty without digits, so that every country matches. Undefined when the text is no number. */
  dialCode: string | undefined;
}

function parseQuery(text: string): Query {
  const digits = toAsciiDigits(text).replace(/[\s\p{Cf}]/gu, '');
  return { names: spellings(text), dialCode: /^(?:\+|00)?(\d*)$/.exec(digits)?.[1] };
}

function rankOf(country: Country, query: Query, language: LanguageCode): number {
  if (query.dialCode !== undefined) {
    return rankOfText(country.dialCode, query.dialCode, PREFIX);
  }
  if (country.code.toLowerCase() === query.names[0]) {
    return EXACT;
  }
  const ranks = Object.entries(country.names).flatMap(([nameLanguage, name]) =>
    spellings(name).flatMap((spelling) =>
      query.names.map(
        (term) =>
          rankOfText(spelling, term, SUBSTRING) +
          (nameLanguage === language ? 0 : OTHER_LANGUAGE_PENALTY),
      ),
    ),
  );
  return Math.min(...ranks);
}

/** How well a text matches. A rank worse than `worst` is no match. */
function rankOfText(text: string, sought: string, worst: number): number {
  const rank = [
    text === sought && EXACT,
    text.startsWith(sought) && PREFIX,
    text.includes(` ${sought}`) && WORD_PREFIX,
    text.includes(sought) && SUBSTRING,
  ].find((candidate) => candidate !== false);
  return rank !== undefined && rank <= worst ? rank : Infinity;
}

/** A name as it may be typed: normalized, and without the Arabic article, which is often left out. */
function spellings(name: string): string[] {
  const normalized = normalizeForSearch(name);
  return [...new Set([normalized, normalized.replace(/(^| )ال(?=\S{2})/g, '$1')])];
}
