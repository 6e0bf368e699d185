import type { Locator, Page } from '@playwright/test';
import { CV } from './files.ts';
import { expect } from './journey.ts';
import { entries, fillIn, press, type Entries, type Language } from './signupForm.ts';
import { words } from './translations.ts';

/** The first two steps, as somebody who wants to teach. */
export async function beginAsTeacher(
  page: Page,
  language: Language,
  values: Entries = entries(),
): Promise<void> {
  const { signup } = words[language];
  await fillIn(page, language, values);
  await press(page, signup.next);
  await page.getByRole('radio', { name: signup.occupation.teacher }).check();
  await press(page, signup.next);
  await expect(page.getByRole('heading', { name: signup.courses.title })).toBeFocused();
}

/** The steps up to the file of the kind. */
export async function goToFile(page: Page, language: Language, kind: 'cv' | 'video') {
  const { signup } = words[language];
  await page.getByRole('checkbox').first().check();
  await press(page, signup.next);
  await expect(page.getByRole('heading', { name: signup.cv.title })).toBeFocused();
  if (kind === 'video') {
    await fileInput(page, language, 'cv').setInputFiles(CV);
    await press(page, signup.next);
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
  }
}

export function fileInput(page: Page, language: Language, kind: 'cv' | 'photo' | 'video'): Locator {
  return page.locator(`input[type=file][aria-label="${words[language].upload[kind].label}"]`);
}

/** A button of a file, by its word. */
export function fileButton(
  page: Page,
  language: Language,
  word: 'pause' | 'resume' | 'cancel' | 'remove',
): Locator {
  return page.getByRole('button', { name: words[language].upload[word], exact: false });
}

/** Sends everything, from the last step on. */
export async function submit(page: Page, language: Language): Promise<void> {
  const { signup } = words[language];
  await press(page, signup.submit);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('checkbox', { name: signup.terms.agree }).check();
  await dialog.getByRole('button', { name: signup.terms.ok }).click();
}
