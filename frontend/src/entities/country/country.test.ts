import countries from '@shared/data/countries.json';
import { describe, expect, it } from 'vitest';
import { DEFAULT_COUNTRY, sortByName, loadCountries } from './country.ts';

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
