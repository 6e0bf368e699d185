import type { Page } from '@playwright/test';
import { expect } from './journey.ts';
import { words } from './translations.ts';

export type Language = keyof typeof words;

/** What somebody enters who signs up. */
export interface Entries {
  fullname: string;
  email: string;
  password: string;
  confirmation: string;
  phone1: string;
  phone2: string;
  address: string;
  city: string;
  birthdate: string;
}

export function entries(overrides: Partial<Entries> = {}): Entries {
  return {
    fullname: ' Amina Benali ',
    email: `${crypto.randomUUID()}@example.org`,
    password: 'Correct horse 1',
    confirmation: 'Correct horse 1',
    phone1: '0551 23 45 67',
    phone2: '',
    address: '12 rue Didouche Mourad',
    city: 'Algiers',
    birthdate: '2001-03-05',
    ...overrides,
  };
}

/** The fields of the first step, by the words of the language. */
export function fieldsOf(page: Page, language: Language) {
  const { person, signup } = words[language];
  const field = (label: string) => page.getByLabel(new RegExp(`^${label}(?: \\(|$)`));
  return {
    fullname: field(person.fullname),
    email: field(person.email),
    password: field(signup.password),
    confirmation: field(signup.confirmation),
    phone1: field(person.phone1),
    phone2: field(person.phone2),
    address: field(person.address),
    city: field(signup.city),
    birthdate: field(person.birthdate),
  };
}

export async function fillIn(page: Page, language: Language, values: Entries): Promise<void> {
  const fields = fieldsOf(page, language);
  for (const [name, value] of Object.entries(values)) {
    await fields[name as keyof Entries].fill(value as string);
  }
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

/** Everything up to the terms, as a student who has ticked the box. */
export async function goToTerms(page: Page, language: Language, values: Entries): Promise<void> {
  const { signup } = words[language];
  await fillIn(page, language, values);
  await press(page, signup.next);
  await page.getByRole('radio', { name: signup.occupation.student }).check();
  await press(page, signup.submit);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: signup.terms.ok })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: signup.terms.agree }).check();
}

/** Everything up to the answer of the server, as a student. */
export async function signUp(page: Page, language: Language, values: Entries): Promise<void> {
  await goToTerms(page, language, values);
  const { ok } = words[language].signup.terms;
  await page.getByRole('dialog').getByRole('button', { name: ok }).click();
}

/** Everything that the browser keeps. */
export function stored(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
}

/** Does what makes the app fetch the question that is asked before entries are left behind, and waits until it would be asked. */
export async function untilLeavingIsGuarded(
  page: Page,
  act: () => Promise<unknown>,
): Promise<void> {
  const fetched = page.waitForResponse(/\/assets\/UnsavedChanges-.*\.js/);
  await act();
  const script = (await fetched).url();
  await page.evaluate(async (url) => {
    await import(url);
    // React renders what the script brought before the frame after the next one.
    await new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(done));
    });
  }, script);
}
