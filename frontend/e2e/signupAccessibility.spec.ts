import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { registered } from './support/users.ts';
import { entries, fieldsOf, fillIn, press } from './support/signupForm.ts';
import { only, withoutFrench } from './support/variants.ts';
import { languages, words } from './support/translations.ts';

// What is refused on purpose.
test.use({ expectedMessages: /Failed to load resource/ });

test('everything works by keyboard alone', { tag: only('desktop') }, async ({ page, visit }) => {
  const values = entries();
  const { signup } = words.en;
  await visit('/signup');
  await fieldsOf(page, 'en').fullname.focus();
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
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('nothing is cut off on a narrow screen', { tag: only('phone') }, async ({ page, visit }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  for (const language of languages) {
    await visit('/signup', { language });
    await page.evaluate((code) => {
      localStorage.setItem('i18nextLng', code);
      sessionStorage.removeItem('signupDraft');
    }, language);
    await page.reload();
    await press(page, words[language].signup.next);
    expect(await overflow()).toBe(0);
    await fillIn(page, language, entries());
    await press(page, words[language].signup.next);
    await expect(page.getByRole('radio')).toHaveCount(5);
    expect(await overflow()).toBe(0);
  }
});

test(
  'a faulty field is shown with its label, below the bar',
  { tag: only('phone') },
  async ({ page, visit }) => {
    await visit('/signup');
    const { fullname } = fieldsOf(page, 'en');
    await fullname.evaluate((field) => {
      scrollTo(0, field.getBoundingClientRect().top - 70);
    });
    await fullname.press('Enter');
    await expect(fullname).toHaveAttribute('aria-invalid', 'true');
    const top = (locator: Locator) =>
      locator.evaluate((element) => element.getBoundingClientRect().top);
    const bar = await page.getByRole('banner').boundingBox();
    await expect
      .poll(() => top(page.getByText(words.en.person.fullname, { exact: true })))
      .toBeGreaterThan(bar?.height ?? 0);
  },
);

for (const { language, tag } of withoutFrench('phone')) {
  const { person, signup } = words[language];

  test(`no step of a student has violations (${language})`, { tag }, async ({ page, visit }) => {
    test.slow();
    const { email } = await registered();
    await visit('/signup', { language });
    await test.step('the first step, empty', () => expectAccessible(page));
    await test.step('the first step, with faults', async () => {
      await press(page, signup.next);
      await fieldsOf(page, language).password.fill('Correct');
      await expectAccessible(page);
    });
    await test.step('the countries', async () => {
      await page.getByRole('button', { name: `${person.country}, ` }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
    await test.step('the occupation', async () => {
      await fillIn(page, language, entries({ email }));
      await press(page, signup.next);
      await page.getByRole('radio', { name: signup.occupation.student }).check();
      await expectAccessible(page);
    });
    await test.step('the terms', async () => {
      await press(page, signup.submit);
      await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('the question to who has an account', async () => {
      await page.getByRole('checkbox').check();
      await page.getByRole('dialog').getByRole('button', { name: signup.terms.ok }).click();
      await expect(page.getByText(signup.exists.question)).toBeVisible();
      await expectAccessible(page);
    });
  });
}
