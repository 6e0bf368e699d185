import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Contact } from 'virtual:operator/contact';
import type { OperatorDetails } from 'virtual:operator/details';
import type { PricedCountry } from 'virtual:operator/countries';
import type { Prices } from 'virtual:operator/prices';
import type { Plugin } from 'vite';
import { readPricedCountries } from './catalogue.ts';
import { languages, type LanguageCode } from '../src/i18n/languages.ts';

/** The operator of the site, from `infra/operator.toml`. */
export interface Operator {
  contact: Contact;
  details: Record<LanguageCode, OperatorDetails>;
  prices: Prices;
  /** The countries that have a price list of their own. */
  countries: PricedCountry[];
}

const NAME = 'infra/operator.toml';
const FILE = resolve(import.meta.dirname, '../..', NAME);
const PREFIX = 'virtual:operator/';
const PARTS = ['contact', 'countries', 'details', 'prices'] as const;

/** Returns what is wrong with a value and what to write instead, or `undefined` for a valid value. */
type Check = (value: string) => string | undefined;

/** The tables of translated values, and what each value is. */
const translatedValues = {
  name: 'legal name of the operator',
  address: 'postal address of the operator',
  registration: 'register in which the operator is, and the number there',
  country: 'country whose law governs the terms',
  court: 'court that decides disputes',
  region: 'AWS region where data is stored',
};

/** Those that may be missing or empty. */
const optionalValues = {
  hours: 'when you can be reached',
  taxation: 'your tax number',
  officer: 'who is your data-protection officer',
  declaration: 'the numbers of your declarations to the data-protection authority',
  representative: 'who represents you in the European Union',
  notice: 'what users should know now',
};

/** The optional texts of the emails alone. */
const mailValues = { decision: 'how soon you usually decide' };

/** The tables and values that may be missing. */
const optional: ReadonlySet<string> = new Set([
  'contact.phone',
  ...Object.keys({ ...optionalValues, ...mailValues }),
  'prices',
  'prices.tax_percent',
  'seat',
  'stamp_duty',
]);

/** The check of every value, by table and key. */
const checks: Record<string, Check> = {
  'contact.mail': emailProblem,
  'contact.messaging': linkProblem,
  'contact.social': linkProblem,
  'contact.phone': phoneProblem,
  'region.id': regionProblem,
  'prices.tax': taxProblem,
  // The receipts alone need these, and the build of the functions checks the values.
  'prices.tax_percent': () => undefined,
  'seat.time_zone': timeZoneProblem,
  'stamp_duty.currency': () => undefined,
  'stamp_duty.least': () => undefined,
  'stamp_duty.rates': () => undefined,
  ...Object.fromEntries(
    Object.entries({ ...optionalValues, ...mailValues }).flatMap(([table, what]) =>
      languages.map(({ code }) => [`${table}.${code}`, linesProblem(what)]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(translatedValues).flatMap(([table, what]) =>
      languages.map(({ code }) => [`${table}.${code}`, textProblem(what, code)]),
    ),
  ),
};

/**
 * Serves the settings of the operator as modules: `virtual:operator/contact` for the footer of every page, `virtual:operator/details` for
 * the legal texts only, `virtual:operator/prices` for what shows prices, and `virtual:operator/countries` for what chooses among them.
 */
export function operator(): Plugin {
  return {
    name: 'operator',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      const part = PARTS.find((each) => id === moduleOf(each));
      if (!part) {
        return undefined;
      }
      this.addWatchFile(FILE);
      return `export default ${JSON.stringify(readOperator()[part])};`;
    },
    // The dev server does not know that these modules depend on the file.
    hotUpdate({ file }) {
      const { moduleGraph } = this.environment;
      return file === FILE
        ? PARTS.flatMap((part) => moduleGraph.getModuleById(moduleOf(part)) ?? [])
        : undefined;
    },
  };
}

/** The id of a virtual module, with Vite's prefix `\\0`. */
const moduleOf = (part: (typeof PARTS)[number]) => `\0${PREFIX}${part}`;

/** Reads the file. Throws an error that lists everything wrong in it, and what to write instead. */
export function readOperator(text = readFileSync(FILE, 'utf8')): Operator {
  const file = parseFile(text);
  const problems = findProblems(file);
  if (problems.length > 0) {
    throw new Error(problems.map((problem) => `${NAME}: ${problem}`).join('\n'));
  }
  // The checks ensure that no value is missing and every value is a string.
  const values = file as Record<string, Record<string, string>>;
  const detailsIn = (code: LanguageCode) =>
    Object.fromEntries(
      Object.keys({ ...translatedValues, ...optionalValues }).map((table) => [
        table,
        values[table]?.[code] ?? '',
      ]),
    ) as unknown as OperatorDetails;
  return {
    contact: { phone: '', ...values['contact'] } as Contact,
    prices: { tax: (values['prices']?.['tax'] ?? 'none') as Prices['tax'] },
    countries: readPricedCountries(),
    details: { en: detailsIn('en'), fr: detailsIn('fr'), ar: detailsIn('ar') },
  };
}

function parseFile(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${NAME}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function findProblems(file: Record<string, unknown>): string[] {
  const written = new Map(Object.entries(file).flatMap(valuesIn));
  const unknown = [...written.keys()].filter((name) => !(name in checks));
  return [
    ...Object.entries(checks).flatMap(([name, check]) =>
      checkValue(name, written.get(name), check),
    ),
    ...unknown.map((name) => `${name} is not a setting. Delete it, or correct its name.`),
  ];
}

/** Returns the values of a table by `table.key`. A value outside of a table is unknown by its name. */
function valuesIn([name, table]: [string, unknown]): [string, unknown][] {
  return typeof table === 'object' && table
    ? Object.entries(table).map(([key, value]) => [`${name}.${key}`, value])
    : [[name, table]];
}

function checkValue(name: string, value: unknown, check: Check): string[] {
  if (value === undefined) {
    const [table = '', key = ''] = name.split('.');
    if (optional.has(table) || optional.has(name)) {
      return [];
    }
    return [`${name} is missing. Write ${key} = "…" below [${table}].`];
  }
  if (typeof value !== 'string') {
    return [`${name} is not a string. Write it in quotation marks.`];
  }
  const problem = check(value);
  return problem ? [`${name}, "${value}", ${problem}`] : [];
}

function emailProblem(value: string): string | undefined {
  return /^[^\s@?]+@[^\s@?]+\.[^\s@?]+$/.test(value)
    ? undefined
    : 'is not an email address. Write the one at which the operator can be reached: the privacy policy names it.';
}

/** An empty value means that there is no link. */
function linkProblem(value: string): string | undefined {
  const isLink = URL.canParse(value) && new URL(value).protocol === 'https:';
  return isLink || value === '' ? undefined : 'is not an https URL. Write one, or "" for no link.';
}

/** An empty value means that nobody is to call. */
function phoneProblem(value: string): string | undefined {
  return /^(\+\d[\d ]+)?$/.test(value)
    ? undefined
    : 'is not an international telephone number. Write one such as +213 21 00 00 00, or "" for none.';
}

/** An empty value means that the text is left out. */
function linesProblem(what: string): Check {
  return (value) =>
    /^(\S(.*\S)?)?$/.test(value)
      ? undefined
      : `has spaces around it or several lines. Write ${what} on one line, or "" to leave it out.`;
}

function regionProblem(value: string): string | undefined {
  return /^[a-z]{2}(-[a-z]+)+-\d$/.test(value)
    ? undefined
    : 'is not an AWS region. Write its id, for example eu-west-3.';
}

/** Says what is wrong with the time zone of the operator's seat. */
function timeZoneProblem(value: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return value.includes('/') ? undefined : 'is a short name. Write one such as "Africa/Algiers".';
  } catch {
    return 'is no IANA time zone. Write one such as "Africa/Algiers".';
  }
}

function taxProblem(value: string): string | undefined {
  return ['included', 'excluded', 'none'].includes(value)
    ? undefined
    : 'is not a choice. Write "included", "excluded" or "none".';
}

function textProblem(what: string, language: LanguageCode): Check {
  return (value) =>
    /^\S(.*\S)?$/.test(value)
      ? undefined
      : `is empty, has spaces around it or several lines. Write the ${what}, in the language "${language}" and on one line.`;
}
