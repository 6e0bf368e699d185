import type { Locator, Page } from '@playwright/test';
import { translations, type Language } from './translations.ts';

/** The field with a label, which a note in parentheses may follow. */
export function labelledField(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}(?: \\(|$)`));
}

/** The fields that the sign-up form and the profile share. */
export function userFields(page: Page, language: Language) {
  const { person } = translations[language];
  return {
    fullname: labelledField(page, person.fullname),
    email: labelledField(page, person.email),
    phone1: labelledField(page, person.phone1),
    phone2: labelledField(page, person.phone2),
    address: labelledField(page, person.address),
    birthdate: labelledField(page, person.birthdate),
  };
}
