import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from './signupForm.ts';
import { fileInput } from './teacherForm.ts';
import { words } from './translations.ts';

/** Fills in what every profile needs, so that files can be saved in it. */
export async function enterBirthdate(page: Page, language: Language): Promise<void> {
  await page.getByLabel(words[language].person.birthdate).fill('1990-01-02');
}

/** Answers the question whether the file may be replaced, and gives another one. */
export async function replace(
  page: Page,
  language: Language,
  kind: 'cv' | 'video',
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const text = words[language].profileFiles[kind];
  await page.getByRole('button', { name: text.replace }).click();
  const dialog = page.getByRole('alertdialog', { name: text.question });
  await expect(dialog).toContainText(text.warning);
  await dialog.getByRole('button', { name: text.choose }).click();
  await fileInput(page, language, kind).setInputFiles(file);
}
