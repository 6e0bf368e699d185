import { linkIn, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { logIn, storedToken } from './support/session.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { variants } from './support/variants.ts';

const NEW_PASSWORD = 'Another horse 2';

// Chromium logs the requests of the session that the change of the email address has ended.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of variants('phone')) {
  const { common, errors, settings, signIn } = translations[language];
  const title = `a user changes password and email address, and takes the account back (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const user = await createSignedInUser({}, language);
    const newEmail = `${crypto.randomUUID()}@example.org`;
    const main = page.getByRole('main');
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
    const fill = (label: string, value: string) =>
      main.getByLabel(label, { exact: true }).fill(value);

    await test.step('changes the password and stays signed in', async () => {
      await visit('/settings', { language, token: user.token });
      await press(settings.changePassword.open);
      await fill(signIn.fields.currentPassword, user.password);
      const warning = main.getByText(errors.password_known);
      await fill(signIn.fields.newPassword, 'P@ssw0rd2026');
      await expect(warning).toBeVisible();
      await fill(signIn.fields.newPassword, NEW_PASSWORD);
      await expect(warning).toBeHidden();
      await fill(signIn.fields.confirmation, NEW_PASSWORD);
      await press(settings.changePassword.submit);
      await expect(page.getByText(settings.changePassword.done)).toBeVisible();
      // The screen stays with the new token. A new one would focus its title.
      await expect(
        main.getByRole('button', { name: settings.changePassword.open, exact: true }),
      ).toBeFocused();
      await page.reload();
      await expect(page).toHaveURL('/settings');
      await expect(main.getByText(user.email)).toBeVisible();
    });

    await test.step('asks for another email address', async () => {
      await press(settings.changeEmail.open);
      await fill(settings.changeEmail.newEmail, newEmail);
      await fill(signIn.fields.currentPassword, NEW_PASSWORD);
      await press(settings.changeEmail.submit);
      await expect(main.getByRole('button', { name: settings.changeEmail.resend })).toBeVisible();
      await expect(main.getByRole('status').filter({ hasText: newEmail })).toBeVisible();
    });

    await test.step('confirms it from the new mailbox', async () => {
      await page.goto(linkIn(await nextEmailTo(newEmail)));
      await press(settings.emailLinks.confirm);
      await expect(main.getByText(settings.emailLinks.confirmed)).toBeVisible();
      await expect.poll(() => storedToken(page)).toBeNull();
      await main.getByRole('link', { name: common.pages.login }).click();
      await logIn(page, language, { email: newEmail, password: NEW_PASSWORD });
      await expect(page).toHaveURL('/');
    });

    await test.step('undoes it from the old mailbox', async () => {
      // The verification, the new password, the notice of the request, and the link.
      await page.goto(linkIn(await nextEmailTo(user.email, 3)));
      await press(settings.emailLinks.revert);
      await expect(main.getByText(settings.emailLinks.reverted)).toBeVisible();
      await main.getByRole('link', { name: common.pages.forgotPassword }).click();
      await expect(page).toHaveURL('/forgot-password');
    });
  });
}
