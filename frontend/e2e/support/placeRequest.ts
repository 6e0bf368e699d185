import type { Page } from '@playwright/test';
import { linkIn, nextEmailTo } from './emails.ts';
import { expect } from './journey.ts';
import { waitForApp } from './pageReady.ts';
import { signUpAsStudent, signupValues } from './signupForm.ts';
import { translations, type Language } from './translations.ts';

/** Opens the page of a course from home, through the list. */
export async function openCourse(page: Page, name: string): Promise<void> {
  await page.locator('main a[href="/courses"]').first().click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

/** Signs up from the page of a course, as a visitor. Returns the path of the emailed link, which leads back to the course. */
export async function signUpFromCourse(
  page: Page,
  language: Language,
  values = signupValues(),
): Promise<string> {
  await page.getByRole('link', { name: translations[language].coursePage.visitor.ask }).click();
  await expect(page).toHaveURL('/signup');
  await expect(page.getByText(translations[language].signup.wanted)).toBeVisible();
  await waitForApp(page);
  await signUpAsStudent(page, language, values);
  await expect(page).toHaveURL('/');
  return linkIn(await nextEmailTo(values.email));
}

/** Asks for a place in the first run with one, as a member on the page of a course, and waits until the request is shown. */
export async function askForPlace(page: Page, language: Language): Promise<void> {
  const { myCourses, placeRequest } = translations[language];
  await page.locator('input[type=radio]:enabled').first().check();
  await page.getByRole('button', { name: placeRequest.ask }).click();
  await expect(page.getByText(myCourses.states.requested)).toBeVisible();
}
