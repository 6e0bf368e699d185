import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Contact } from 'virtual:operator/contact';
import type { OperatorWords } from 'virtual:operator/words';
import type { Plugin } from 'vite';
import { languages, type LanguageCode } from '../src/i18n/languages.ts';

/** Who operates the site, as `infra/operator.toml` says. */
export interface Operator {
  contact: Contact;
  words: Record<LanguageCode, OperatorWords>;
}

const NAME = 'infra/operator.toml';
const FILE = resolve(import.meta.dirname, '../..', NAME);
const PREFIX = 'virtual:operator/';
const PARTS = ['contact', 'words'] as const;

/** What is wrong with a value and what to write instead, if anything is. */
type Check = (value: string) => string | undefined;

/** The tables of texts, with what their values are. */
const texts: Record<keyof OperatorWords, string> = {
  name: 'legal name of the operator',
  address: 'postal address of the operator',
  registration: 'register in which the operator is, and the number there',
  country: 'country whose law governs the terms',
  court: 'court that decides disputes',
  region: 'AWS region where data is stored',
};

/** Every value of the file, by its table and key. */
const checks: Record<string, Check> = {
  'contact.mail': mailFault,
  'contact.messaging': linkFault,
  'contact.social': linkFault,
  'region.id': regionFault,
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([table, what]) =>
      languages.map(({ code }) => [`${table}.${code}`, textFault(what, code)]),
    ),
  ),
};

/**
 * Serves the operator's settings: `virtual:operator/contact` for the footer of every page, `virtual:operator/words` for the
 * legal texts alone.
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
    // A watched file that no module is made of changes nothing in the dev server by itself.
    hotUpdate({ file }) {
      const { moduleGraph } = this.environment;
      return file === FILE
        ? PARTS.flatMap((part) => moduleGraph.getModuleById(moduleOf(part)) ?? [])
        : undefined;
    },
  };
}

/** As Vite marks a module that is no file. */
const moduleOf = (part: (typeof PARTS)[number]) => `\0${PREFIX}${part}`;

/** Reads the file; fails with every fault in it, and what to write. */
export function readOperator(text = readFileSync(FILE, 'utf8')): Operator {
  const file = parseFile(text);
  const faults = faultsIn(file);
  if (faults.length > 0) {
    throw new Error(faults.map((fault) => `${NAME}: ${fault}`).join('\n'));
  }
  // Nothing is missing, and everything is a text.
  const values = file as Record<string, Record<string, string>>;
  const wordsIn = (code: LanguageCode) =>
    Object.fromEntries(
      Object.keys(texts).map((table) => [table, values[table]?.[code]]),
    ) as unknown as OperatorWords;
  return {
    contact: values['contact'] as unknown as Contact,
    words: { en: wordsIn('en'), fr: wordsIn('fr'), ar: wordsIn('ar') },
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

function faultsIn(file: Record<string, unknown>): string[] {
  const written = new Map(Object.entries(file).flatMap(valuesIn));
  const unknown = [...written.keys()].filter((name) => !(name in checks));
  return [
    ...Object.entries(checks).flatMap(([name, check]) => faultOf(name, written.get(name), check)),
    ...unknown.map((name) => `${name} is no setting. Delete it, or correct its name.`),
  ];
}

/** The values of a table; a value outside of a table has no known name. */
function valuesIn([name, table]: [string, unknown]): [string, unknown][] {
  return typeof table === 'object' && table
    ? Object.entries(table).map(([key, value]) => [`${name}.${key}`, value])
    : [[name, table]];
}

function faultOf(name: string, value: unknown, check: Check): string[] {
  if (value === undefined) {
    const [table = '', key = ''] = name.split('.');
    return [`${name} is missing. Write ${key} = "…" below [${table}].`];
  }
  if (typeof value !== 'string') {
    return [`${name} is no text. Write it in quotation marks.`];
  }
  const fault = check(value);
  return fault ? [`${name}, "${value}", ${fault}`] : [];
}

function mailFault(value: string): string | undefined {
  return /^[^\s@?]+@[^\s@?]+\.[^\s@?]+$/.test(value)
    ? undefined
    : 'is no email address. Write the address that people reach the operator at: the privacy policy sends them there.';
}

/** Empty: no link. */
function linkFault(value: string): string | undefined {
  const isLink = URL.canParse(value) && new URL(value).protocol === 'https:';
  return isLink || value === '' ? undefined : 'is no https address. Write one, or "" for no link.';
}

function regionFault(value: string): string | undefined {
  return /^[a-z]{2}(-[a-z]+)+-\d$/.test(value)
    ? undefined
    : 'is no AWS region. Write its name as AWS has it, for example eu-west-3.';
}

function textFault(what: string, language: LanguageCode): Check {
  return (value) =>
    /^\S(.*\S)?$/.test(value)
      ? undefined
      : `is empty, has spaces around it or several lines. Write the ${what}, in the language "${language}" and on one line.`;
}
