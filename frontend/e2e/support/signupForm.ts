import type { Page } from '@playwright/test';
import entries from '../../../shared/data/sample-entries.json' with { type: 'json' };
import { expect } from './journey.ts';
import { waitForHydration } from './pageReady.ts';
import { translations, type Language } from './translations.ts';
import { labelledField, userFields } from './userFields.ts';

export type SignupValues = typeof entries;

/** Values of the first step of the sign-up form. The optional phone number is empty. */
export function signupValues(overrides: Partial<SignupValues> = {}): SignupValues {
  return {
    ...entries,
    fullname: ` ${entries.fullname} `,
    email: `${crypto.randomUUID()}@example.org`,
    phone2: '',
    ...overrides,
  };
}

/** The fields of the first step, found by their translated labels. */
export function signupFields(page: Page, language: Language) {
  const { signup } = translations[language];
  return {
    ...userFields(page, language),
    password: labelledField(page, signup.password),
    confirmation: labelledField(page, signup.confirmation),
    city: labelledField(page, signup.city),
  };
}

export async function fillFirstStep(
  page: Page,
  language: Language,
  values: SignupValues,
): Promise<void> {
  // Hints appear with entries when the form is hydrated, and move the button that is pressed next.
  await waitForHydration(page);
  await fillValues(page, language, values);
}

/** Fills in the first step, whether the app is ready or not. */
export async function fillValues(
  page: Page,
  language: Language,
  values: SignupValues,
): Promise<void> {
  const fields = signupFields(page, language);
  for (const [name, value] of Object.entries(values)) {
    await fields[name as keyof SignupValues].fill(value);
  }
}

export function clickButton(page: Page, name: string): Promise<void> {
  return page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

/** Fills in the sign-up form as a student, opens the terms and ticks the box. */
export async function openTerms(
  page: Page,
  language: Language,
  values: SignupValues,
): Promise<void> {
  const { signup } = translations[language];
  await fillFirstStep(page, language, values);
  await clickButton(page, signup.next);
  await page.getByRole('radio', { name: signup.occupation.student }).check();
  await clickButton(page, signup.submit);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: signup.terms.ok })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: signup.terms.agree }).check();
}

/** Fills in the sign-up form as a student, and submits it. */
export async function signUpAsStudent(
  page: Page,
  language: Language,
  values: SignupValues,
): Promise<void> {
  await openTerms(page, language, values);
  const { ok } = translations[language].signup.terms;
  await page.getByRole('dialog').getByRole('button', { name: ok }).click();
}

/** Returns everything in local storage, session storage and cookies, as JSON. */
export function browserStorage(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
}

/** Waits until the draft of the form contains an entry. Until the app is ready, no draft is kept. */
export async function waitForDraft(page: Page, entry: string): Promise<void> {
  await expect.poll(() => browserStorage(page)).toContain(entry);
}

/** Waits until the current document can ask about unsaved changes: its component and its texts are fetched and rendered. */
export async function waitForLeaveGuard(page: Page): Promise<void> {
  const scripts = await page.waitForFunction(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    const found = [/\/assets\/UnsavedChangesDialog-.*\.js/, /\/assets\/unsaved-.*\.js/].map(
      (script) => names.find((name) => script.test(name)),
    );
    return found.every((name) => name !== undefined) && found;
  });
  await page.evaluate(
    async (urls) => {
      await Promise.all((urls || []).map((url) => import(url)));
      // React renders the loaded component within two frames.
      await new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      });
    },
    await scripts.jsonValue(),
  );
}
