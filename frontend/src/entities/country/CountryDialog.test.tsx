import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi, describe } from 'vitest';
import countries from '@shared/data/countries.json';
import type { LanguageCode } from '#i18n/languages.ts';
import { deferred } from '#testing/deferred.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { DEFAULT_COUNTRY, loadCountries, sortByName, type Country } from './country.ts';
import { CountryDialog, searchCountries } from './CountryDialog.tsx';

vi.mock(import('./country.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  loadCountries: vi.fn(),
}));

it('is searched after the list was loaded again', async () => {
  const load = vi.mocked(loadCountries).mockRejectedValue(new Error('No connection'));
  const Screen = () => (
    <CountryDialog onClose={vi.fn()} onSelect={vi.fn()} open selected={DEFAULT_COUNTRY} />
  );
  await openScreen(Screen, { path: '/profile', namespaces: ['country', 'errors'] });
  const notice = await screen.findByRole('alert', {}, { timeout: 4000 });
  expect(notice).toHaveTextContent(translations.en.country.failed);
  const button = within(notice).getByRole('button');
  button.focus();
  const { promise, resolve } = deferred<Country[]>();
  load.mockReturnValue(promise);
  fireEvent.click(button);
  await waitFor(() => {
    expect(button).toHaveAttribute('aria-busy', 'true');
  });
  expect(button).toHaveFocus();
  resolve([DEFAULT_COUNTRY]);
  await waitFor(() => {
    expect(screen.getByRole('combobox')).toHaveFocus();
  });
});

describe('searchCountries', () => {
  function codes(text: string, language: LanguageCode = 'en'): string[] {
    const ordered = sortByName(countries, language);
    return searchCountries(ordered, text, language).map(({ code }) => code);
  }

  it.each(['', '  ', '+', '00', '-'])('returns all countries for %j', (text) => {
    expect(codes(text)).toHaveLength(countries.length);
  });

  it.each([
    ['Algeria', 'DZ'],
    ['algérie', 'DZ'],
    ['ALGERIE', 'DZ'],
    ['الجزائر', 'DZ'],
    ['dz', 'DZ'],
    ['+213', 'DZ'],
    ['00213', 'DZ'],
    ['٢١٣', 'DZ'],
    ['+ 2\u200e13', 'DZ'],
    ['cote d ivoire', 'CI'],
    ["Côte d'Ivoire", 'CI'],
    ['cote  d -  ivoire', 'CI'],
    ['guinee-bissau', 'GW'],
  ])('finds by %j %s alone', (text, code) => {
    expect(codes(text)).toEqual([code]);
  });

  it.each([
    ['جزائر', 'DZ'],
    ['الجزاير', 'DZ'],
    ['الجَزَائِر', 'DZ'],
    ['الجـزائر', 'DZ'],
    ['الامارات العربيه', 'AE'],
    ['إمارات', 'AE'],
    ['ٱلأردن', 'JO'],
    ['سعوديه', 'SA'],
    ['السعودية', 'SA'],
    ['الولايات', 'US'],
    ['موريتانيا', 'MR'],
    ['ایران', 'IR'],
    ['ترکیا', 'TR'],
    ['افريقيا وسطى', 'CF'],
  ])('reads %s as Arabic is written', (text, code) => {
    expect(codes(text, 'ar')).toContain(code);
  });

  it('matches while the Arabic article is being typed', () => {
    for (const text of ['ا', 'ال', 'الج', 'الجز']) {
      expect(codes(text, 'ar')).toContain('DZ');
    }
    // Its name only contains the letter after the article.
    expect(codes('الج', 'ar')).not.toContain('DJ');
  });

  it('ranks full names and codes before prefixes, and prefixes before other matches', () => {
    expect(codes('niger').slice(0, 2)).toEqual(['NE', 'NG']);
    expect(codes('de')[0]).toBe('DE');
    const found = codes('united');
    expect(found.slice(0, 3)).toEqual(['AE', 'GB', 'US']);
  });

  it("ranks names in the user's language first", () => {
    const inEnglish = codes('all', 'en');
    const inFrench = codes('all', 'fr');
    expect(inFrench[0]).toBe('DE');
    expect(inEnglish).toContain('DE');
  });

  it('returns all countries of a shared dial code, exact codes first', () => {
    expect(codes('+44').toSorted()).toEqual(['GB', 'GG', 'IM', 'JE']);
    const found = codes('7');
    expect(found.toSorted()).toEqual(['KZ', 'RU']);
    expect(codes('+1')).toContain('CA');
    expect(codes('+21')).toEqual(expect.arrayContaining(['DZ', 'MA', 'TN']));
    expect(codes('+21')).not.toContain('US');
  });

  it.each(['atlantis', '+999', '999999', 'ك ك ك'])('returns none for %j', (text) => {
    expect(codes(text)).toEqual([]);
  });

  describe('the order of the countries that match', () => {
    const country = (dialCode: string, en: string, fr = en, ar = en): Country => ({
      code: '??',
      dialCode,
      number: '',
      lengths: [],
      mobileLengths: [],
      names: { en, fr, ar },
    });
    const order = (text: string, language: LanguageCode, ...candidates: Country[]) =>
      searchCountries(candidates, text, language).map(({ names }) => names[language]);

    it('is by how much of the name was typed', () => {
      const names = ['Somalia', 'New Mali', 'Malicia', 'Mali', 'France'];
      expect(order('mali', 'en', ...names.map((name) => country('1', name)))).toEqual([
        'Mali',
        'Malicia',
        'New Mali',
        'Somalia',
      ]);
    });

    it('is by the language where as much was typed, and as given where that is the same', () => {
      const other = country('1', 'Gabon', 'Mali');
      const prefix = country('1', 'Malicia');
      const again = country('1', 'Malice');
      const own = country('1', 'Mali', 'Gabon');
      expect(order('mali', 'en', prefix, again, other, own)).toEqual([
        'Mali',
        'Gabon',
        'Malicia',
        'Malice',
      ]);
    });

    it.each(['سودان', 'السودان', 'ٱلسودان'])('does not depend on the article: %s', (text) => {
      const names = ['جنوب السودان', 'السودان'];
      const [first] = order(text, 'ar', ...names.map((name) => country('1', 'x', 'x', name)));
      expect(first).toBe('السودان');
    });

    it('is by the length of the dial code', () => {
      expect(order('+1', 'en', country('1684', 'Samoa'), country('1', 'Canada'))).toEqual([
        'Canada',
        'Samoa',
      ]);
    });
  });
});
