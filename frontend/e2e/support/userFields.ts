import type { Locator, Page } from '@playwright/test';
import { translations, type Language } from './translations.ts';

/** The field with a label, which a note in parentheses may follow. */
export function labelledField(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}(?: \\(|$)`));
}

/** The fields that the sign-up form and the profile share. */
export function userFields(page: Page, language: Language) {
  const { userFields: labels } = translations[language];
  return {
    fullname: labelledField(page, labels.fullname),
    email: labelledField(page, labels.email),
    phone1: labelledField(page, labels.phone1),
    phone2: labelledField(page, labels.phone2),
    address: labelledField(page, labels.address),
    birthdate: labelledField(page, labels.birthdate),
  };
}
