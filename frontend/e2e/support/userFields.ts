import type { Locator, Page } from '@playwright/test';
import { translations, type Language } from './translations.ts';

/** The field with a label, which a note in parentheses may follow. */
export function labelledField(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}(?: \\(|$)`));
}

/** The fields that the sign-up form and the profile share. */
export function userFields(page: Page, language: Language) {
  const { userFields: labels } = translations[language];
  const fields = Object.entries(labels).map(([name, label]) => [name, labelledField(page, label)]);
  return Object.fromEntries(fields) as Record<keyof typeof labels, Locator>;
}
