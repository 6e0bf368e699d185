import type { Locator, Page } from '@playwright/test';
import { CV } from './files.ts';
import { expect } from './journey.ts';
import { clickButton, fillFirstStep, signupValues, type SignupValues } from './signupForm.ts';
import { translations, type Language } from './translations.ts';

/** Fills in the first two steps as a teacher, and opens the step of the courses. */
export async function openCoursesStep(
  page: Page,
  language: Language,
  values: SignupValues = signupValues(),
): Promise<void> {
  const { signup } = translations[language];
  await fillFirstStep(page, language, values);
  await clickButton(page, signup.next);
  await page.getByRole('radio', { name: signup.occupation.teacher }).check();
  await clickButton(page, signup.next);
  await expect(page.getByRole('heading', { name: signup.courses.title })).toBeFocused();
}

/** Chooses a course, and opens the step of the given file. */
export async function openFileStep(page: Page, language: Language, kind: 'cv' | 'video') {
  const { signup } = translations[language];
  await page.getByRole('checkbox').first().check();
  await clickButton(page, signup.next);
  await expect(page.getByRole('heading', { name: signup.cv.title })).toBeFocused();
  if (kind === 'video') {
    await fileInput(page, language, 'cv').setInputFiles(CV);
    await clickButton(page, signup.next);
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
  }
}

export function fileInput(page: Page, language: Language, kind: 'cv' | 'photo' | 'video'): Locator {
  return page.locator(
    `input[type=file][aria-label="${translations[language].upload[kind].label}"]`,
  );
}

/** The button for an action on a file. */
export function fileButton(
  page: Page,
  language: Language,
  action: 'pause' | 'resume' | 'cancel' | 'remove',
): Locator {
  return page.getByRole('button', { name: translations[language].upload[action], exact: false });
}

/** Submits the last step and accepts the terms. */
export async function submitAndAcceptTerms(page: Page, language: Language): Promise<void> {
  const { signup } = translations[language];
  await clickButton(page, signup.submit);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('checkbox', { name: signup.terms.agree }).check();
  await dialog.getByRole('button', { name: signup.terms.ok }).click();
}
