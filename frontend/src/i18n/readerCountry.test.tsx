import { months, regions } from '@shared/data/arabic-months.json';
import countries from '@shared/data/countries.json';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openScreen } from '#testing/openScreen.tsx';
import { formatDate } from './formatDate.ts';
import { languageOf, type LanguageCode } from './languages.ts';
import { writeDatesAsIn, writeDatesForVisitor } from './readerCountry.ts';
import { useLanguage } from './useLanguage.ts';

const UTC = { timeZone: 'UTC' };
const AUGUST = new Date('2027-08-03');
const date = (code: LanguageCode = 'ar') => formatDate(languageOf(code).dates, AUGUST, UTC);

afterEach(() => {
  writeDatesAsIn();
});

it.each(Object.entries(months))(
  'the emails have the months of Intl in the region %s',
  (region, names) => {
    const format = new Intl.DateTimeFormat(`ar-${region}`, { month: 'long', ...UTC });
    expect(names).toEqual(names.map((_, month) => format.format(Date.UTC(2027, month))));
  },
);

it('countries are found by their English names, those of the API', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', style: 'short' });
  for (const code of Object.values(regions).flat()) {
    expect(countries.find((country) => country.code === code)?.names.en).toBe(names.of(code));
  }
});

describe('an Arabic date', () => {
  it.each([
    ['DZ', '3 أوت 2027'],
    ['TN', '3 أوت 2027'],
    ['EG', '3 أغسطس 2027'],
    ['SA', '3 أغسطس 2027'],
    ['MA', '3 غشت 2027'],
    ['JO', '3 آب 2027'],
    ['FR', '3 أوت 2027'],
  ])('is written as in the country of the reader (%s)', (country, text) => {
    writeDatesAsIn(country);
    expect(date()).toBe(text);
  });

  it.each([
    [null, ['en-US', 'en'], '3 أوت 2027'],
    [null, ['ar', 'fr-MA', 'ar-EG'], '3 غشت 2027'],
    ['EG', ['fr-MA'], '3 أغسطس 2027'],
    ['DZ', ['ar-EG'], '3 أوت 2027'],
    ['', ['ar-EG'], '3 أغسطس 2027'],
  ])(
    'follows the chosen country %j, then the languages of the browser %j',
    (chosen, tags, text) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
      if (chosen !== null) {
        localStorage.setItem('priceCountry', chosen);
      }
      writeDatesForVisitor();
      expect(date()).toBe(text);
    },
  );

  it('changes on the screen', async () => {
    const Screen = () => <p>{formatDate(useLanguage().dates, AUGUST, UTC)}</p>;
    await openScreen(Screen, { path: '/', language: 'ar', namespaces: [] });
    expect(screen.getByText('3 أوت 2027')).toBeVisible();
    act(() => {
      writeDatesAsIn('MA');
    });
    expect(screen.getByText('3 غشت 2027')).toBeVisible();
  });
});

it('dates in French and English stay', () => {
  const before = [date('fr'), date('en')];
  writeDatesAsIn('MA');
  expect([date('fr'), date('en')]).toEqual(before);
});
