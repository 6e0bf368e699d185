import type { Locator, Page } from '@playwright/test';
import entries from '../../../shared/data/sample-entries.json' with { type: 'json' };
import { translations, type Language } from './translations.ts';

type FieldName = keyof typeof entries & keyof (typeof translations)[Language]['userFields'];

/** The field with a label, which a note in parentheses may follow. */
export function labelledField(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}(?: \\(|$)`));
}

/** The fields that the sign-up form and the profile share. */
export function userFields(page: Page, language: Language) {
  const { userFields: labels } = translations[language];
  // Other texts in the file are no labels.
  const names = Object.keys(entries).filter((name): name is FieldName => name in labels);
  const fields = names.map((name) => [name, labelledField(page, labels[name])]);
  return Object.fromEntries(fields) as Record<FieldName, Locator>;
}
