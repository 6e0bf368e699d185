import { expect, it } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { formatWeekdays } from './formatRun.ts';
import { languageNames } from './languageNames.ts';

const written = {
  en: { days: 'Monday, Wednesday and Saturday', languages: 'Arabic, English and French' },
  fr: { days: 'lundi, mercredi et samedi', languages: 'arabe, anglais et français' },
  ar: { days: 'الاثنين والأربعاء والسبت', languages: 'العربية والإنجليزية والفرنسية' },
};

it.each(languages)('writes lists without a serial comma in $code', (language) => {
  expect(formatWeekdays(['monday', 'wednesday', 'saturday'], language)).toBe(
    written[language.code].days,
  );
  expect(languageNames(['ar', 'en', 'fr'], language)).toBe(written[language.code].languages);
});
