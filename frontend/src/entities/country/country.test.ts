import countries from '@shared/data/countries.json';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  Metadata,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import {
  DEFAULT_COUNTRY,
  sortByName,
  loadCountries,
  type Country,
  isPhone,
  toInternational,
  toNational,
} from './country.ts';

describe('the country table', () => {
  it('contains the default country', () => {
    expect(countries).toContainEqual(DEFAULT_COUNTRY);
  });

  it('is what loadCountries returns', async () => {
    await expect(loadCountries()).resolves.toEqual(countries);
  });
});

describe('sortByName', () => {
  it.each([
    ['en', ['Åland Islands', 'Albania', 'Algeria'], 'Afghanistan'],
    ['fr', ['Égypte', 'Émirats arabes unis', 'Équateur'], 'Afghanistan'],
    ['ar', ['الأرجنتين', 'الأردن'], 'آيسلندا'],
  ] as const)('goes by the alphabet of %s', (language, together, first) => {
    const names = sortByName(countries, language).map((country) => country.names[language]);
    const start = names.indexOf(together[0]);
    expect(names.slice(start, start + together.length)).toEqual(together);
    expect(names[0]).toBe(first);
  });
});

function country(code: string): Country {
  const found = countries.find((candidate) => candidate.code === code);
  if (!found) {
    throw new Error(`There is no country ${code}.`);
  }
  return found;
}

describe('toInternational', () => {
  it.each([
    ['0551234567', '+213551234567'],
    ['551234567', '+213551234567'],
    ['0551 23-45.67', '+213551234567'],
    ['(0551) 23/45/67', '+213551234567'],
    ['\u200e0551\u00a023\u202f45\u201167', '+213551234567'],
    ['٠٥٥١٢٣٤٥٦٧', '+213551234567'],
    ['۰۵۵۱۲۳۴۵۶۷', '+213551234567'],
    ['+213551234567', '+213551234567'],
    ['\u202a+213 (0)551 23 45 67\u202c', '+213551234567'],
    ['00213551234567', '+213551234567'],
    ['+٢١٣٥٥١٢٣٤٥٦٧', '+213551234567'],
    ['213551234567', '+213551234567'],
    ['213 (0)551 23 45 67', '+213551234567'],
    ['21 34 56 78', '+21321345678'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['0033 6 12 34 56 78', '+33612345678'],
    ['٠٠٣٣٦١٢٣٤٥٦٧٨', '+33612345678'],
    ['', ''],
    [' - ', ''],
  ])('makes of %j in Algeria %j', (typed, sent) => {
    expect(toInternational(typed, DEFAULT_COUNTRY)).toBe(sent);
  });

  it.each([
    // One dial code for several countries.
    ['US', '(202) 555-0123', '+12025550123'],
    ['US', '1 202 555 0123', '+12025550123'],
    ['CA', '+1 416 555 0123', '+14165550123'],
    ['JM', '876 555 0123', '+18765550123'],
    ['GB', '07400 123456', '+447400123456'],
    ['JE', '07797 712345', '+447797712345'],
    ['RU', '8 912 345-67-89', '+79123456789'],
    ['KZ', '8 771 000 9998', '+77710009998'],
    // The dial code, followed by a number with its trunk prefix.
    ['RU', '+7 800 555 35 35', '+78005553535'],
    ['HU', '06 20 123 4567', '+36201234567'],
    // A leading zero that belongs to the number: the country has no trunk prefix.
    ['IT', '06 6982', '+39066982'],
    ['VA', '+39 06 6982', '+39066982'],
    ['CI', '07 01 02 03 04', '+2250701020304'],
    ['ES', '612 34 56 78', '+34612345678'],
    // A national number that begins with the digits of the dial code, which are an area code.
    ['BR', '55 99123-4567', '+5555991234567'],
    ['BR', '55 55 99123-4567', '+5555991234567'],
    ['IN', '91234 56789', '+919123456789'],
    ['TN', '216 98 123 456', '+21698123456'],
    // The dial code without a plus.
    ['AE', '971 50 123 4567', '+971501234567'],
    ['DE', '49 1512 3456789', '+4915123456789'],
    ['IT', '39 312 345 6789', '+393123456789'],
    ['QA', '٩٧٤ ٣٣١٢ ٣٤٥٦', '+97433123456'],
    ['BY', '8 029 491-19-11', '+375294911911'],
    ['AR', '011 15-2345-6789', '+5491123456789'],
    // It has no number of this length, so nothing of it is a prefix.
    ['AR', '+5422571500', '+5422571500'],
  ])('knows the habits of %s: %s is %s', (code, typed, sent) => {
    expect(toInternational(typed, country(code))).toBe(sent);
  });
});

describe('toNational', () => {
  it.each([
    ['DZ', '+213551234567', '0551234567'],
    ['US', '+12025550123', '12025550123'],
    ['RU', '+78005553535', '88005553535'],
    ['HU', '+36201234567', '06201234567'],
    ['IT', '+39066982', '066982'],
    ['DZ', '+33612345678', '+33612345678'],
    ['DZ', '+2130551234567', '+2130551234567'],
    ['DZ', '', ''],
  ])('shows in %s %j as %j', (code, kept, shown) => {
    expect(toNational(kept, country(code))).toBe(shown);
  });
});

/**
 * Mobile and fixed-line numbers of a country, as libphonenumber knows them. It allows German numbers of 15 digits; in fact none that begins
 * with the digits of the dial code has more than 11.
 */
function numbersOf({ code, dialCode }: Country): PhoneNumber[] {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(code as CountryCode);
  const { numberingPlan } = metadata as unknown as {
    numberingPlan: { type: (name: string) => { pattern: () => string } | undefined };
  };
  return (
    ['MOBILE', 'FIXED_LINE']
      .map((type) => numberingPlan.type(type)?.pattern() ?? '')
      .filter((pattern) => pattern !== '')
      .flatMap((pattern) =>
        fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: 20, seed: 1 }),
      )
      .map((digits) => parsePhoneNumberFromString(`+${dialCode}${digits}`))
      .filter((number) => number?.isValid() === true)
      .map((number) => number as PhoneNumber)
      // E.164 allows 15 digits.
      .filter(({ number }) => number.length <= '+'.length + 15)
      .filter(({ nationalNumber }) => !(code === 'DE' && /^49\d{10}/.test(nationalNumber)))
  );
}

const toArabicDigits = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));

describe.each(countries)('a number in $names.en', (ofCountry: Country) => {
  const { dialCode, mobileLengths } = ofCountry;
  const numbers = numbersOf(ofCountry);

  it('is recognized in every form', () => {
    expect(numbers).not.toEqual([]);
    for (const number of numbers) {
      const digits = `${dialCode}${number.nationalNumber}`;
      // Without its plus, a number can be another one of the country.
      const isUsual =
        mobileLengths.includes(number.nationalNumber.length) &&
        !mobileLengths.includes(digits.length);
      const isOther = parsePhoneNumberFromString(`+${dialCode}${digits}`)?.isValid() === true;
      const national = number.formatNational();
      const isReadBack =
        parsePhoneNumberFromString(national, ofCountry.code as CountryCode)?.number ===
        number.number;
      const forms = [
        number.number,
        number.formatInternational(),
        ...(isReadBack ? [national, toArabicDigits(national)] : []),
        `00${digits}`,
        ...(isUsual || !isOther ? [digits, number.formatInternational().slice(1)] : []),
      ];
      expect(forms.map((form) => `${form} → ${toInternational(form, ofCountry)}`)).toEqual(
        forms.map((form) => `${form} → ${number.number}`),
      );
    }
  });

  it('is accepted, and stays the same when its national form is typed', () => {
    for (const { number } of numbers) {
      expect(isPhone(number, ofCountry) ? number : `${number} is refused`).toBe(number);
      expect(toInternational(toNational(number, ofCountry), ofCountry)).toBe(number);
    }
  });
});

describe('isPhone', () => {
  it.each(['+213551234567', '+21321345678', '+33612345678', '+123456789012345'])(
    'accepts %s in Algeria',
    (sent) => {
      expect(isPhone(sent, DEFAULT_COUNTRY)).toBe(true);
    },
  );

  it.each([
    '',
    '+',
    '0551234567',
    '+12345',
    '+1234567890123456',
    '+0213551234567',
    '+21355x',
    '++213',
    '++213551234567',
    '00+213551234567',
    '+2135512345',
    '+2135512345678',
    '+213213551234567',
  ])('does not take %j in Algeria', (sent) => {
    expect(isPhone(sent, DEFAULT_COUNTRY)).toBe(false);
  });

  it.each([
    ['AE', '+971971501234567'],
    ['DE', '+494915123456789'],
    ['TR', '+90905012345678'],
  ])('does not take in %s the dial code twice, as in %s', (code, sent) => {
    expect(isPhone(sent, country(code))).toBe(false);
  });
});

describe('any text that is typed as a phone number', () => {
  const typed = fc.string({
    unit: fc.constantFrom(
      ...'0123456789+ -.()/'.split(''),
      '\u0660',
      '\u06f5',
      '\u00a0',
      '\u200e',
      'x',
    ),
  });
  const anyCountry = fc.constantFrom(...countries);

  it('has an international form that stays the same when it is typed', () => {
    fc.assert(
      fc.property(typed, anyCountry, (text, ofCountry) => {
        const sent = toInternational(text, ofCountry);
        // In a country with the trunk prefix 0, no number begins with 0.
        const { dialCode, trunkPrefix } = ofCountry;
        fc.pre(
          isPhone(sent, ofCountry) && !(trunkPrefix === '0' && sent.startsWith(`+${dialCode}0`)),
        );
        const shown = toNational(sent, ofCountry);
        expect(toInternational(shown, ofCountry)).toBe(sent);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on how its digits are grouped', () => {
    fc.assert(
      fc.property(
        typed,
        fc.nat(),
        fc.constantFrom(' ', '-', '.', '\u00a0'),
        anyCountry,
        (text, place, separator, ofCountry) => {
          const at = place % (text.length + 1);
          const grouped = text.slice(0, at) + separator + text.slice(at);
          expect(toInternational(grouped, ofCountry)).toBe(toInternational(text, ofCountry));
        },
      ),
    );
  });
});
