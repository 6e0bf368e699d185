/**
 * Generates shared/data/countries.json, the country table of functions and web app: dial codes, trunk prefixes and lengths of
 * phone numbers from libphonenumber, names from Unicode's CLDR. `--check` fails when the file is not current.
 *
 * The flag of a country is derived from its ISO 3166-1 code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/min';

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

/** @param {import('libphonenumber-js').CountryCode} code */
function country(code) {
  const plan = numberingPlanOf(code);
  const trunkPrefix = plan.nationalPrefix();
  const key = SHORT_NAMES.has(code) ? `${code}-alt-short` : code;
  return {
    code,
    dialCode: getCountryCallingCode(code),
    ...(trunkPrefix && { trunkPrefix }),
    longestNumber: Math.max(...plan.possibleLengths()),
    names: { en: names.en[key], fr: names.fr[key], ar: names.ar[key] },
  };
}

/**
 * Returns the numbering plan of a country: the trunk prefix, which is dialed before a national number only, and the possible lengths
 * of a number without trunk prefix and dial code. The types of the library omit it.
 *
 * @param {import('libphonenumber-js').CountryCode} code
 */
function numberingPlanOf(code) {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(code);
  /** @type {unknown} */
  const plan = metadata.numberingPlan;
  return /** @type {{ nationalPrefix(): string | undefined, possibleLengths(): number[] }} */ (
    plan
  );
}

const rows = getCountries()
  .sort()
  .map((code) => `  ${JSON.stringify(country(code))}`);
const table = `[\n${rows.join(',\n')}\n]\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, table);
} else if (readFileSync(file, 'utf8') !== table) {
  console.error('shared/data/countries.json is not current: npm run generate:countries');
  process.exitCode = 1;
}
