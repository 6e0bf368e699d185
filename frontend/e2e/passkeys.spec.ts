import { addAuthenticator, storedPasskeys } from './support/authenticator.ts';
import { expect, test } from './support/journey.ts';
import { openDrawer, storedToken } from './support/session.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { inEnglish, variants } from './support/variants.ts';

/** Runs in the browser before each page loads. A suggestion that is accepted would come before the click. */
function withoutSuggestions(): void {
  PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
}

/** The API refuses a removed passkey, and Chromium logs that. */
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of variants('phone')) {
  const { common, errors, logout, settings, signIn } = translations[language];
  const { passkeys } = settings;

  test(`a user signs in with a passkey (${language})`, { tag }, async ({ page, visit }) => {
    const user = await createSignedInUser();
    const authenticator = await addAuthenticator(page);
    await page.addInitScript(withoutSuggestions);
    const section = page.getByRole('region', { name: passkeys.title });
    const press = (name: string) => section.getByRole('button', { name, exact: true }).click();
    const name = section.getByLabel(passkeys.name);
    const signInWithPasskey = async () => {
      await page.goto('/login');
      await page.getByRole('button', { name: signIn.passkey.submit }).click();
    };
    const logOut = async () => {
      const drawer = await openDrawer(page, language);
      await drawer.getByRole('button', { name: common.logout.title }).click();
      const question = page.getByRole('alertdialog', { name: common.logout.title });
      await question.getByRole('button', { name: logout.yes }).click();
      await expect.poll(() => storedToken(page)).toBeNull();
    };

    await test.step('adds one after the password', async () => {
      await visit('/settings', { language, token: user.token });
      await press(passkeys.open);
      await section.getByLabel(signIn.fields.currentPassword, { exact: true }).fill(user.password);
      await press(passkeys.submit);
      await expect(name).toBeFocused();
      await expect(name).toHaveValue(/Chrome/);
      expect(await storedPasskeys(authenticator)).toBe(1);
    });

    await test.step('gives it another name', async () => {
      await name.fill('Work laptop');
      await press(passkeys.save);
      await expect(section.getByRole('listitem')).toContainText('Work laptop');
      await expect(section.getByRole('listitem')).toContainText(passkeys.neverUsed);
    });

    await test.step('signs in without typing', async () => {
      await logOut();
      await signInWithPasskey();
      await expect(page).toHaveURL('/');
      expect(await storedToken(page)).not.toBeNull();
    });

    await test.step('removes it', async () => {
      await page.goto('/settings');
      const item = section.getByRole('listitem');
      await expect(item).not.toContainText(passkeys.neverUsed);
      await item.getByRole('button', { name: passkeys.remove }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: passkeys.confirm }).click();
      await expect(item).toHaveCount(0);
      await expect(section.getByRole('group', { name: passkeys.title })).toBeFocused();
    });

    await test.step('cannot sign in with it any more', async () => {
      await logOut();
      await signInWithPasskey();
      await expect(page.getByRole('alert')).toContainText(errors.passkey_refused);
      await expect(page).toHaveURL('/login');
    });
  });
}

for (const { language, tag } of inEnglish('desktop')) {
  const { settings, signIn } = translations[language];
  const { passkeys } = settings;

  test(
    `the browser suggests a passkey at the login (${language})`,
    { tag },
    async ({ page, visit }) => {
      const user = await createSignedInUser();
      await addAuthenticator(page);
      const section = page.getByRole('region', { name: passkeys.title });
      await visit('/settings', { language, token: user.token });
      await section.getByRole('button', { name: passkeys.open }).click();
      await section.getByLabel(signIn.fields.currentPassword, { exact: true }).fill(user.password);
      await section.getByRole('button', { name: passkeys.submit }).click();
      await expect(section.getByLabel(passkeys.name)).toBeFocused();

      await page.evaluate(() => {
        localStorage.removeItem('token');
      });
      await page.goto('/login');
      await expect(page).toHaveURL('/');
      expect(await storedToken(page)).not.toBeNull();
    },
  );
}
