import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { clickButton, fillFirstStep, signupFields, signupValues } from './support/signupForm.ts';
import { languages, translations } from './support/translations.ts';
import { registerUser } from './support/users.ts';
import { only, withoutFrench } from './support/variants.ts';

// Chromium logs the refused requests.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

test(
  'a student signs up with the keyboard only',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const values = signupValues();
    const { signup } = translations.en;
    await visit('/signup');
    await signupFields(page, 'en').fullname.focus();
    const { keyboard } = page;
    const next = async (text: string) => {
      await keyboard.press('Tab');
      await keyboard.type(text);
    };
    await keyboard.type(values.fullname);
    await next(values.email);
    await next(values.password);
    await keyboard.press('Tab');
    await next(values.confirmation);
    await keyboard.press('Tab');
    await next('');
    await keyboard.press('Enter');
    await expect(page.getByRole('combobox')).toBeFocused();
    await keyboard.type('+33');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await next('06 12 34 56 78');
    await next('');
    await next(values.address);
    await next(values.city);
    await next('03052001');
    await keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: signup.occupation.question })).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(dialog.getByRole('checkbox')).toBeVisible();
    const agreement = dialog.getByRole('checkbox');
    // The contents of the terms come first.
    for (let count = 0; count < 30; count += 1) {
      if (await agreement.evaluate((box) => box === document.activeElement)) break;
      await keyboard.press('Tab');
    }
    await keyboard.press('Space');
    await expect(agreement).toBeChecked();
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  },
);

test('fits a narrow screen', { tag: only('phone') }, async ({ page, visit }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of languages) {
    await visit('/signup', { language });
    await page.evaluate((code) => {
      localStorage.setItem('i18nextLng', code);
      sessionStorage.removeItem('signupDraft');
    }, language);
    await page.reload();
    await clickButton(page, translations[language].signup.next);
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    await fillFirstStep(page, language, signupValues());
    await clickButton(page, translations[language].signup.next);
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
  }
});

test(
  'scrolls an invalid field and its label below the bar',
  { tag: only('phone') },
  async ({ page, visit }) => {
    await visit('/signup');
    const { fullname } = signupFields(page, 'en');
    await fullname.evaluate((field) => {
      scrollTo(0, field.getBoundingClientRect().top - 70);
    });
    await fullname.press('Enter');
    await expect(fullname).toHaveAttribute('aria-invalid', 'true');
    const top = (locator: Locator) =>
      locator.evaluate((element) => element.getBoundingClientRect().top);
    const bar = await page.getByRole('banner').boundingBox();
    await expect
      .poll(() => top(page.getByText(translations.en.userFields.fullname, { exact: true })))
      .toBeGreaterThan(bar?.height ?? 0);
  },
);

for (const { language, tag } of withoutFrench('phone')) {
  const { signup, userFields } = translations[language];

  test(`steps of a student: no axe violations (${language})`, { tag }, async ({ page, visit }) => {
    const { email } = await registerUser();
    await visit('/signup', { language });
    await test.step('the first step, empty', () => expectAccessible(page));
    await test.step('the first step, with errors', async () => {
      await clickButton(page, signup.next);
      await signupFields(page, language).password.fill('Correct');
      await expectAccessible(page);
    });
    await test.step('the countries', async () => {
      await page.getByRole('button', { name: `${userFields.country}, ` }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
    await test.step('the occupation', async () => {
      await fillFirstStep(page, language, signupValues({ email }));
      await clickButton(page, signup.next);
      await page.getByRole('radio', { name: signup.occupation.student }).check();
      await expectAccessible(page);
    });
    await test.step('the terms', async () => {
      await clickButton(page, signup.submit);
      await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('the question about an existing account', async () => {
      await page.getByRole('checkbox').check();
      await page.getByRole('dialog').getByRole('button', { name: signup.terms.ok }).click();
      await expect(page.getByText(signup.exists.question)).toBeVisible();
      await expectAccessible(page);
    });
  });
}
