import { expect, type Locator, type Page } from '@playwright/test';
import { fileInput } from './teacherForm.ts';
import { translations, type Language } from './translations.ts';
import { readProfile, type SignedInUser } from './users.ts';

/** Fills in the birthdate, without which no profile and no file can be saved. */
export async function fillBirthdate(page: Page, language: Language): Promise<void> {
  await page.getByLabel(translations[language].userFields.birthdate).fill('1990-01-02');
}

/** Confirms that a file is to be replaced, and chooses the new file. */
export async function replaceFile(
  page: Page,
  language: Language,
  kind: 'cv' | 'video',
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const text = translations[language].profileFiles[kind];
  await page.getByRole('button', { name: text.replace }).click();
  const dialog = page.getByRole('alertdialog', { name: text.question });
  await expect(dialog).toContainText(text.warning);
  await dialog.getByRole('button', { name: text.choose }).click();
  await fileInput(page, language, kind).setInputFiles(file);
}

/** Changes the profile through the API, as another device of the user does. */
export async function changeProfileElsewhere(
  page: Page,
  user: SignedInUser,
  change: object,
): Promise<void> {
  const profile = await readProfile(page, user);
  const response = await page.request.put(`/api/users/${user.id}`, {
    headers: { Authorization: `Bearer ${user.token}` },
    data: { ...profile, image: null, teacher: null, ...change },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Opens the dialog for the photo. */
export async function openPhotoDialog(page: Page, language: Language): Promise<Locator> {
  const { profile, profileFiles } = translations[language];
  await page.getByRole('button', { name: profile.changePhoto }).click();
  return page.getByRole('dialog', { name: profileFiles.photo.title });
}
