import type { Locator, Page } from '@playwright/test';
import { translations, type Language } from './translations.ts';

/** Fills in the login form and submits it. */
export async function logIn(
  page: Page,
  language: Language,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { fields, login } = translations[language].signIn;
  await page.getByLabel(fields.email).fill(email);
  await page.getByLabel(fields.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: login.submit, exact: true }).click();
}

/** Opens the drawer of a signed-in user. */
export async function openDrawer(page: Page, language: Language): Promise<Locator> {
  const { openMenu } = translations[language].common.navigation;
  await page.getByRole('button', { name: openMenu }).click();
  return page.getByRole('dialog');
}

/** Returns the access token that the browser has stored. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}
