import { describe, expect, it } from 'vitest';
import { readOperator } from './operator.ts';

const OWN = `
[contact]
mail = "hello+web@site.org"
messaging = "https://messages.site.org/213550123456"
social = ""
[name]
en = "Ways Ltd"
fr = "Voies SARL"
ar = "سبل"
[address]
en = "1 Long Lane"
fr = "1 rue Longue"
ar = "شارع طويل"
[registration]
en = "Companies House, No. 1"
fr = "RCS Paris 1"
ar = "السجل التجاري 1"
[country]
en = "Algeria"
fr = "Algérie"
ar = "الجزائر"
[court]
en = "Court of Algiers"
fr = "Tribunal d’Alger"
ar = "محكمة الجزائر"
[region]
id = "eu-west-3"
en = "Paris"
fr = "Paris"
ar = "باريس"
`;

const problemOf = (text: string) => {
  try {
    readOperator(text);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('readOperator', () => {
  it('reads the file of the repository', () => {
    expect(readOperator().contact.mail).toContain('@');
  });

  it('reads the countries that have a price list', () => {
    const { countries } = readOperator(OWN);
    expect(countries.find(({ code }) => code === 'DZ')?.names.fr).toBe('Algérie');
    expect(countries.map(({ code }) => code)).not.toContain('BE');
  });

  it('reads contact details, and texts by language', () => {
    const { contact, details } = readOperator(OWN);
    expect(contact).toEqual({
      phone: '',
      mail: 'hello+web@site.org',
      messaging: 'https://messages.site.org/213550123456',
      social: '',
    });
    expect(details.fr).toEqual({
      name: 'Voies SARL',
      address: '1 rue Longue',
      registration: 'RCS Paris 1',
      country: 'Algérie',
      court: 'Tribunal d’Alger',
      region: 'Paris',
      hours: '',
      taxation: '',
      officer: '',
      declaration: '',
      representative: '',
      notice: '',
    });
    expect(details.ar.name).toBe('سبل');
  });

  it('reads whether prices include tax, of which it says nothing without the setting', () => {
    expect(readOperator(OWN).prices).toEqual({ tax: 'none' });
    expect(readOperator(`${OWN}[prices]\ntax = "excluded"`).prices).toEqual({ tax: 'excluded' });
  });

  it.each([
    ['contact.mail is missing', 'mail = "hello+web@site.org"\n', ''],
    ['contact.mail, "", is not an email address', 'hello+web@site.org', ''],
    ['contact.mail, "https://site.org",', 'hello+web@site.org', 'https://site.org'],
    ['contact.mail, "mailto:a@site.org?cc=b",', 'hello+web@site.org', 'mailto:a@site.org?cc=b'],
    [
      'contact.social, "http://site.org", is not an https URL',
      'social = ""',
      'social = "http://site.org"',
    ],
    ['contact.social, "javascript:alert(1)",', 'social = ""', 'social = "javascript:alert(1)"'],
    ['contact.social is missing', 'social = ""', ''],
    ['name.ar is missing. Write ar = "…" below [name].', 'ar = "سبل"', ''],
    ['name.fr, " ", is empty', 'Voies SARL', ' '],
    ['address.en, "1 Long\nLane", is empty, has', '1 Long Lane', '1 Long\\nLane'],
    ['court.en is not a string', '"Court of Algiers"', '7'],
    ['region.id, "Paris", is not an AWS region', 'eu-west-3', 'Paris'],
    ['decision.fr, "Sous\npeu", has spaces', '[court]', '[decision]\nfr = "Sous\\npeu"\n[court]'],
    ['payment.en is not a setting', '[court]', '[payment]\nen = "In cash"\n[court]'],
    ['decision.en, " in a week", has spaces', '[court]', '[decision]\nen = " in a week"\n[court]'],
    ['officer.fr, " Nom", has spaces', '[court]', '[officer]\nfr = " Nom"\n[court]'],
    ['contact.phone, "021", is not an international', 'social = ""', 'social = ""\nphone = "021"'],
    ['prices.tax, "yes", is not a choice', '[court]', '[prices]\ntax = "yes"\n[court]'],
    ['seat.time_zone, "Algiers", is no IANA', '[court]', '[seat]\ntime_zone = "Algiers"\n[court]'],
    ['contact.messageing is not a setting', 'messaging', 'messageing'],
    ['contact.messaging is missing', 'messaging', 'messageing'],
    ['country.en is missing', '[country]', '[countries]'],
    [
      'name.en is missing',
      '[name]\nen = "Ways Ltd"\nfr = "Voies SARL"\nar = "سبل"',
      'name = "Ways"',
    ],
  ])('reports: %s', (problem, text, replacement) => {
    expect(OWN).toContain(text);
    expect(problemOf(OWN.replace(text, () => replacement))).toContain(
      `infra/operator.toml: ${problem}`,
    );
  });

  it('reports where the file is not valid TOML', () => {
    expect(problemOf(OWN.replace('"Voies SARL"', '"Voies'))).toMatch(
      /^infra\/operator.toml: [^]*8:.*"Voies/,
    );
  });

  it('reports every problem at once', () => {
    const problems = problemOf(OWN.replace('"سبل"', '""').replace('eu-west-3', '')).split('\n');
    expect(problems).toHaveLength(2);
  });
});
