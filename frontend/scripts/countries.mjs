/**
 * Generates shared/data/countries.json, the country table of functions and web app: dial codes, prefixes, patterns and lengths of phone
 * numbers from libphonenumber, names from Unicode's CLDR. `--check` fails when the file is not current.
 *
 * The flag of a country is derived from its ISO 3166-1 code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';

const require = createRequire(import.meta.url);
const file = new URL('../../shared/data/countries.json', import.meta.url);

/** @param {string} language */
function namesIn(language) {
  const path = require.resolve(`cldr-localenames-full/main/${language}/territories.json`);
  return JSON.parse(readFileSync(path, 'utf8')).main[language].localeDisplayNames.territories;
}

/** Countries whose usual name is CLDR's short name. The short names of others are abbreviations, such as "UK". */
const SHORT_NAMES = new Set(['HK', 'MO', 'PS']);

const names = { en: namesIn('en'), fr: namesIn('fr'), ar: namesIn('ar') };

/**
 * What the types of the library omit of a numbering plan: the trunk prefix, which is dialed before a national number only; the pattern of what
 * is dialed before it, and what replaces that; the pattern and the possible lengths of a number without trunk prefix and dial code.
 *
 * @typedef {{ possibleLengths(): number[] | undefined }} Lengths
 * @typedef {Lengths & {
 *   nationalPrefix(): string | undefined,
 *   nationalPrefixForParsing(): string | undefined,
 *   nationalPrefixTransformRule(): string | undefined,
 *   nationalNumberPattern(): string,
 *   type(type: string): Lengths | undefined,
 * }} NumberingPlan
 */

/**
 * @param {import('libphonenumber-js').CountryCode} code
 * @returns {NumberingPlan}
 */
function numberingPlanOf(code) {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(code);
  /** @type {unknown} */
  const plan = metadata.numberingPlan;
  return /** @type {NumberingPlan} */ (plan);
}

const codes = getCountries().sort();

/**
 * The lengths of all countries with the dial code: a number with its dial code does not say which of them it is in.
 *
 * @param {string} dialCode
 * @param {(plan: NumberingPlan) => Lengths | undefined} part
 */
function lengthsOf(dialCode, part) {
  const plans = codes
    .filter((code) => getCountryCallingCode(code) === dialCode)
    .map(numberingPlanOf);
  const lengths = plans.flatMap(
    (plan) => part(plan)?.possibleLengths() ?? plan.possibleLengths() ?? [],
  );
  return [...new Set(lengths)].sort((a, b) => a - b);
}

/** @param {import('libphonenumber-js').CountryCode} code */
function country(code) {
  const plan = numberingPlanOf(code);
  const dialCode = getCountryCallingCode(code);
  const trunkPrefix = plan.nationalPrefix();
  const prefix = plan.nationalPrefixForParsing();
  const replacement = plan.nationalPrefixTransformRule();
  const key = SHORT_NAMES.has(code) ? `${code}-alt-short` : code;
  return {
    code,
    dialCode,
    ...(trunkPrefix && { trunkPrefix }),
    ...(prefix && prefix !== trunkPrefix && { prefix }),
    ...(replacement && { replacement }),
    number: plan.nationalNumberPattern(),
    lengths: lengthsOf(dialCode, (all) => all),
    mobileLengths: lengthsOf(dialCode, (all) => all.type('MOBILE')),
    names: { en: names.en[key], fr: names.fr[key], ar: names.ar[key] },
  };
}

const rows = codes.map((code) => `  ${JSON.stringify(country(code))}`);
const table = `[\n${rows.join(',\n')}\n]\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, table);
} else if (readFileSync(file, 'utf8') !== table) {
  console.error('shared/data/countries.json is not current: npm run generate:countries');
  process.exitCode = 1;
}
