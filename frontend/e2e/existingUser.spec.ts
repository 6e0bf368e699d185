import { expect, test } from './support/journey.ts';
import { storedToken } from './support/session.ts';
import {
  browserStorage,
  clickButton,
  signUpAsStudent,
  signupFields,
  signupValues,
} from './support/signupForm.ts';
import { translations } from './support/translations.ts';
import { createVerifiedUser, registerUser } from './support/users.ts';
import { inEnglish, withoutFrench } from './support/variants.ts';

// Chromium logs the refused requests.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of withoutFrench('desktop')) {
  const { signup } = translations[language];

  test.describe(`signing up with the email address of a user (${language})`, { tag }, () => {
    test('offers to update the account, and signs in', async ({ page, visit }) => {
      const { email, password } = await createVerifiedUser({
        fullname: 'Amina',
        password: 'Correct horse 1',
      });
      await visit('/signup', { language });
      await signUpAsStudent(page, language, signupValues({ email, fullname: 'Amina Renamed' }));

      await expect(page.getByRole('alert').filter({ hasText: signup.exists.question })).toHaveText(
        signup.exists.title + signup.exists.question,
      );
      await clickButton(page, signup.exists.yes);
      await expect(page.getByText(signup.exists.success)).toBeVisible();
      await expect(page).toHaveURL('/');
      const me = await page.request.get('/api/users/me', {
        headers: {
          Authorization: `Bearer ${(await storedToken(page)) ?? ''}`,
        },
      });
      expect(await me.json()).toMatchObject({
        data: { email, fullname: 'Amina Renamed', birthdate: '2001-03-05' },
      });
      expect(await browserStorage(page)).not.toContain(password);
    });
  });
}

for (const { language, tag } of inEnglish('phone')) {
  const { errors, signup } = translations[language];
  const title = `shows why an account cannot be updated, and keeps the form when the offer is declined (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const { email } = await registerUser({ password: 'Another horse 2' });
    await visit('/signup', { language });
    await signUpAsStudent(page, language, signupValues({ email }));

    await clickButton(page, signup.exists.yes);
    await expect(page.getByText(signup.exists.failure)).toContainText(errors.incorrect_credentials);
    await clickButton(page, signup.exists.no);
    await expect(page.getByText(signup.exists.question)).toBeHidden();
    await expect(signupFields(page, language).email).toHaveValue(email);
    expect(await storedToken(page)).toBeNull();
  });
}
