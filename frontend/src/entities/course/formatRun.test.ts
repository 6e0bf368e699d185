import { expect, it } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { springRun } from '#testing/courseRun.ts';
import { formatDates, formatTimeZone, formatWeekdays } from './formatRun.ts';
import { languageNames } from './facts.ts';

const written = {
  en: {
    dates: '27 March – 12 June 2027',
    days: 'Monday, Wednesday and Saturday',
    languages: 'Arabic, English and French',
    zone: 'Algiers time',
  },
  fr: {
    dates: '27 mars – 12 juin 2027',
    days: 'lundi, mercredi et samedi',
    languages: 'arabe, anglais et français',
    zone: 'heure d’Alger',
  },
  ar: {
    dates: '27 مارس – 12 جوان 2027',
    days: 'الاثنين والأربعاء والسبت',
    languages: 'العربية والإنجليزية والفرنسية',
    zone: 'بتوقيت الجزائر',
  },
};

/** Intl writes several kinds of spaces. */
const readable = (text: string) => text.replace(/\s/g, ' ');

it.each(languages)('writes lists without a serial comma in $code', (language) => {
  expect(formatWeekdays(['monday', 'wednesday', 'saturday'], language)).toBe(
    written[language.code].days,
  );
  expect(languageNames(['ar', 'en', 'fr'], language)).toBe(written[language.code].languages);
});

it.each(languages)('writes dates and the time zone of a run in $code', (language) => {
  expect(readable(formatDates(springRun, language))).toBe(written[language.code].dates);
  expect(formatTimeZone(springRun, language)).toBe(written[language.code].zone);
});

it('shows the IANA name of a time zone without a name', () => {
  expect(formatTimeZone({ timeZone: 'constructor' }, languages[0])).toBe('constructor');
});

it('has a name for every weekday', () => {
  expect(
    formatWeekdays(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
      languages[0],
    ),
  ).toBe('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday');
});
