import { expect, test } from './support/journey.ts';
import { registered, verified } from './support/users.ts';
import { entries, fieldsOf, press, signUp, stored } from './support/signupForm.ts';
import { inEnglish, withoutFrench } from './support/variants.ts';
import { words } from './support/translations.ts';

// What is refused on purpose.
test.use({ expectedMessages: /Failed to load resource/ });

for (const { language, tag } of withoutFrench('desktop')) {
  const { signup } = words[language];

  test.describe(`an e-mail that has an account (${language})`, { tag }, () => {
    test('offers to update it, and signs in', async ({ page, visit }) => {
      const { email, password } = await verified({
        fullname: 'Amina',
        password: 'Correct horse 1',
      });
      await visit('/signup', { language });
      await signUp(page, language, entries({ email, fullname: 'Amina Renamed' }));

      await expect(page.getByRole('alert').filter({ hasText: signup.exists.title })).toHaveText(
        signup.exists.title + signup.exists.question,
      );
      await press(page, signup.exists.yes);
      await expect(page).toHaveURL('/');
      await expect(page.getByText(signup.exists.success)).toBeVisible();
      const me = await page.request.get('/api/users/me', {
        headers: {
          Authorization: `Bearer ${(await page.evaluate(() => localStorage.getItem('token'))) ?? ''}`,
        },
      });
      expect(await me.json()).toMatchObject({
        data: { email, fullname: 'Amina Renamed', birthdate: '2001-03-05' },
      });
      expect(await stored(page)).not.toContain(password);
    });
  });
}

for (const { language, tag } of inEnglish('phone')) {
  const { errors, signup } = words[language];
  const title = `an e-mail whose account cannot be updated is told of, and a no is taken (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const { email } = await registered({ password: 'Another horse 2' });
    await visit('/signup', { language });
    await signUp(page, language, entries({ email }));

    await press(page, signup.exists.yes);
    await expect(page.getByText(signup.exists.failure)).toContainText(errors.incorrect_credentials);
    await press(page, signup.exists.no);
    await expect(page.getByText(signup.exists.question)).toBeHidden();
    await expect(fieldsOf(page, language).email).toHaveValue(email);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
}
