import type { Browser, Page } from '@playwright/test';
import { addAuthenticator } from './authenticator.ts';
import { expect, storeState } from './journey.ts';
import { ops } from './ops.ts';
import { readStack } from './stack.ts';
import { translations, type Language } from './translations.ts';
import { createSignedInUser, type SignedInUser } from './users.ts';

/** Creates a user with roles, and the code for their first passkey as staff. */
export async function createStaffMember(
  ...roles: string[]
): Promise<{ member: SignedInUser; code: string }> {
  const member = await createSignedInUser();
  const granted = await ops('staff', 'grant', member.email, ...roles, '--json');
  const { code } = JSON.parse(granted) as { code: string };
  return { member, code };
}

/** Adds a passkey on the open settings. Call {@link prepareAuthenticator} before. */
export async function addPasskey(page: Page, language: Language, password: string): Promise<void> {
  const { settings, signIn } = translations[language];
  const section = page.getByRole('region', { name: settings.passkeys.title });
  const press = (name: string) => section.getByRole('button', { name, exact: true }).click();
  await press(settings.passkeys.open);
  await section.getByLabel(signIn.fields.currentPassword, { exact: true }).fill(password);
  await press(settings.passkeys.submit);
  await expect(section.getByLabel(settings.passkeys.name)).toBeFocused();
  await press(settings.passkeys.save);
  await expect(section.getByRole('listitem')).toBeVisible();
}

/** Gives the browser an authenticator that approves what is asked, and suggests nothing. */
export async function prepareAuthenticator(page: Page): Promise<void> {
  await addAuthenticator(page);
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

/** Signs in as staff for the first time, in the dialog that a page of staff has opened. */
export async function signInAsStaff(page: Page, language: Language, code: string): Promise<void> {
  const { signIn } = translations[language].staff;
  const dialog = page.getByRole('dialog', { name: signIn.title });
  const confirm = dialog.getByRole('button', { name: signIn.usePasskey });
  await confirm.click();
  await dialog.getByLabel(signIn.code).fill(code);
  await confirm.click();
  await expect(dialog).toBeHidden();
}

/** Opens a page of staff in a browser of its own, signed in with a role. */
export async function openAsStaff(
  browser: Browser,
  language: Language,
  path: string,
  role = 'admissions',
): Promise<Page> {
  const { member, code } = await createStaffMember(role);
  const context = await browser.newContext({ baseURL: readStack().site });
  const page = await context.newPage();
  await prepareAuthenticator(page);
  await page.addInitScript(storeState, { language, token: member.token });
  await page.goto('/settings');
  await addPasskey(page, language, member.password);
  await page.goto(path);
  await signInAsStaff(page, language, code);
  return page;
}
