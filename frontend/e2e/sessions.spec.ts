import { expect, test } from './support/journey.ts';
import { logIn, storedToken } from './support/session.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser, endOtherSessions, isLive, signInAgain } from './support/users.ts';
import { variants } from './support/variants.ts';

for (const { language, tag } of variants('phone')) {
  const { common, errors, settings } = translations[language];
  const { sessions } = settings;

  test.describe(`where the user is signed in (${language})`, { tag }, () => {
    // The server refuses a session that has ended.
    test.use({ expectedConsoleMessages: /Failed to load resource/ });

    test('the user ends other sessions, and is signed out when this one is ended elsewhere', async ({
      page,
      visit,
    }) => {
      const user = await createSignedInUser();
      await visit('/login', { language });
      await logIn(page, language, user);
      await expect(page).toHaveURL('/');

      await page.goto('/settings');
      const list = page.getByRole('region', { name: sessions.title });
      const entries = list.getByRole('listitem');
      await expect(entries).toHaveCount(2);
      await expect(entries.first()).toContainText(sessions.current);
      await expect(entries.first()).toContainText('Chrome');
      await expect(entries.last()).toContainText(sessions.unknownDevice);

      await test.step('one session', async () => {
        await entries.last().getByRole('button').press('Enter');
        await expect(entries).toHaveCount(1);
        await expect(list).toBeFocused();
        await expect(list).toContainText(sessions.onlyHere);
        expect(await isLive(user.token)).toBe(false);
      });

      await test.step('all other sessions, after a confirmation', async () => {
        const { token } = await signInAgain(user);
        await page.reload();
        await expect(entries).toHaveCount(2);
        await list.getByRole('button', { name: sessions.endOthers }).click();
        const question = page.getByRole('alertdialog', { name: sessions.question });
        await question.getByRole('button', { name: sessions.confirm }).click();
        await expect(entries).toHaveCount(1);
        await expect(question).toBeHidden();
        expect(await isLive(token)).toBe(false);
      });

      await test.step('this session, ended elsewhere', async () => {
        const { token } = await signInAgain(user);
        const here = (await storedToken(page)) ?? '';
        await endOtherSessions(token);
        expect(await isLive(here)).toBe(false);
        await page.reload();
        await expect(page).toHaveURL('/login');
        await expect(page.getByRole('alert')).toContainText(errors.unauthorized);
        await expect(page.getByLabel(translations[language].signIn.login.remember)).toBeChecked();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.login);
      });
    });
  });
}
