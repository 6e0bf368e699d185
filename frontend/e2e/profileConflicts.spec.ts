import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { changeProfileElsewhere } from './support/profileForm.ts';
import { clickButton } from './support/signupForm.ts';
import { translations } from './support/translations.ts';
import { userFields } from './support/userFields.ts';
import { createSignedInUser, readProfile } from './support/users.ts';
import { only, withoutFrench } from './support/variants.ts';

// Chromium logs the refused requests.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of withoutFrench('phone')) {
  const { profile, userFields: labels } = translations[language];

  test.describe(`a profile that changed elsewhere (${language})`, { tag }, () => {
    test('asks which value to keep when a field changed on both sides', async ({ page, visit }) => {
      const user = await createSignedInUser();
      await visit('/profile', { language, token: user.token });
      const fields = userFields(page, language);
      await fields.address.fill('Mine, Algiers');
      await fields.fullname.fill('My Name');
      await fields.birthdate.fill('2001-03-05');
      await changeProfileElsewhere(page, user, {
        address: 'Theirs, Oran',
        fullname: 'Their Name',
        birthdate: '2001-03-05',
        phone2: '+21321234567',
      });

      await clickButton(page, profile.save);
      const dialog = page.getByRole('dialog', { name: profile.conflict.title });
      await expect(dialog.getByRole('group')).toHaveCount(2);
      await expectAccessible(page);
      const address = dialog.getByRole('group', { name: labels.address });
      await expect(address.getByRole('radio', { name: profile.conflict.mine })).toBeChecked();
      await address.getByRole('radio', { name: 'Theirs, Oran' }).check();
      await dialog.getByRole('button', { name: profile.conflict.save }).click();
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      await expect(fields.address).toHaveValue('Theirs, Oran');
      await expect(fields.fullname).toHaveValue('My Name');
      expect(await readProfile(page, user)).toMatchObject({
        address: 'Theirs, Oran',
        fullname: 'My Name',
        phone2: '+21321234567',
      });
    });
  });
}

test.describe('a profile that changed elsewhere', () => {
  test('keeps changes of different fields', { tag: only('desktop') }, async ({ page, visit }) => {
    const user = await createSignedInUser();
    await visit('/profile', { token: user.token });
    const fields = userFields(page, 'en');
    await fields.birthdate.fill('2001-03-05');
    await fields.address.fill('Algiers');
    await changeProfileElsewhere(page, user, { fullname: 'Amina B.', birthdate: '2001-03-05' });
    await clickButton(page, translations.en.profile.save);
    await expect(page.getByText(translations.en.profile.saved, { exact: true })).toBeVisible();
    await expect(fields.fullname).toHaveValue('Amina B.');
    expect(await readProfile(page, user)).toMatchObject({
      fullname: 'Amina B.',
      address: 'Algiers',
    });
  });

  test('keeps what is typed while saving', { tag: only('phone') }, async ({ page, visit }) => {
    const user = await createSignedInUser();
    const { profile } = translations.en;
    await visit('/profile', { token: user.token });
    const fields = userFields(page, 'en');
    await fields.birthdate.fill('2001-03-05');
    await fields.fullname.fill(' Amina B. ');
    await page.route(/\/api\/users\/[0-9a-f]+/, async (route) => {
      await fields.address.fill('Typed meanwhile');
      await route.continue();
    });
    await clickButton(page, profile.save);
    await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
    await expect(fields.fullname).toHaveValue('Amina B.');
    await expect(fields.address).toHaveValue('Typed meanwhile');
    const saved = page.waitForResponse(/\/api\/users\/[0-9a-f]+/);
    await clickButton(page, profile.save);
    expect((await saved).status()).toBe(200);
    expect(await readProfile(page, user)).toMatchObject({ address: 'Typed meanwhile' });
  });

  test(
    'can be edited further when the question is cancelled',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const user = await createSignedInUser();
      const { profile } = translations.en;
      await visit('/profile', { token: user.token });
      const fields = userFields(page, 'en');
      await fields.birthdate.fill('2001-03-05');
      await fields.address.fill('Mine');
      await changeProfileElsewhere(page, user, { address: 'Theirs', birthdate: '2001-03-05' });
      await clickButton(page, profile.save);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: profile.conflict.cancel }).click();
      await expect(dialog).toBeHidden();
      await expect(fields.address).toHaveValue('Mine');
      await fields.address.press('Control+Enter');
      await expect(dialog).toBeVisible();
      await page.route(/\/api\/users\/[0-9a-f]+/, async (route) => {
        await expect(page.getByRole('button', { name: profile.saving })).toBeVisible();
        await route.continue();
      });
      await dialog.getByRole('button', { name: profile.conflict.save }).click();
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      expect(await readProfile(page, user)).toMatchObject({ address: 'Mine' });
    },
  );
});
