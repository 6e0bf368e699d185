import contact from 'virtual:operator/contact';
import details from 'virtual:operator/details';
import { describe, expect, it } from 'vitest';
import { formatDate } from '#i18n/formatDate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { EFFECTIVE_DATE, updateDate, type LegalPart } from './legalSections.ts';
import { LegalText } from './LegalText.tsx';

async function textOf(part: LegalPart, language: LanguageCode): Promise<string> {
  await openScreen(() => <LegalText part={part} />, { path: '/', language, namespaces: ['legal'] });
  return document.body.textContent;
}

describe.each(languages)('the legal texts in $ownName', ({ code, dates }) => {
  const { name, address, registration, country, court, region } = details[code];

  it('name who is responsible for the data, and where it is stored', async () => {
    const text = await textOf('privacy', code);
    for (const value of [name, address, registration, contact.mail, region]) {
      expect(text).toContain(value);
    }
  });

  it('have dates as the rest of the app has them', async () => {
    const text = await textOf('privacy', code);
    for (const date of [EFFECTIVE_DATE, updateDate('privacy')]) {
      expect(text).toContain(formatDate(dates, date));
    }
  });

  it('name who agrees to the terms, and the governing law', async () => {
    const text = await textOf('terms', code);
    for (const value of [name, address, registration, contact.mail, country, court]) {
      expect(text).toContain(value);
    }
  });
});
