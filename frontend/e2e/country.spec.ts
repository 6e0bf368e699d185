import { expect, test } from './support/journey.ts';
import { signupFields } from './support/signupForm.ts';
import { translations } from './support/translations.ts';
import { only, withoutFrench } from './support/variants.ts';

for (const { language, tag } of withoutFrench('phone')) {
  test(`filters the countries by what is typed (${language})`, { tag }, async ({ page, visit }) => {
    const { country, userFields } = translations[language];
    const searches = { en: ['moroc', 'Morocco'], fr: ['maroc', 'Maroc'], ar: ['مغرب', 'المغرب'] };
    const [typed = '', name = ''] = searches[language];
    await visit('/signup', { language });
    await page.getByRole('button', { name: `${userFields.country}, ` }).click();

    const dialog = page.getByRole('dialog', { name: country.choose });
    const search = dialog.getByRole('combobox');
    await expect(search).toBeFocused();
    await expect(dialog.getByRole('option')).toHaveCount(245);
    await expect(dialog.getByRole('option', { selected: true })).toBeInViewport();
    await search.fill(typed);
    await expect(dialog.getByRole('option')).toHaveText([new RegExp(`${name}.*\\+212`)]);
    await expect(dialog.getByRole('status')).toHaveText(
      country.found_one.replace('{{count, number}}', '1'),
    );
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const button = page.getByRole('button', { name: `${userFields.country}, ${name}, +212` });
    await expect(button).toBeFocused();

    await signupFields(page, language).phone1.fill('٠٦١٢٣٤٥٦٧٨');
    await expect(page.getByText('+212612345678')).toBeVisible();
  });
}

test(
  'chooses a country with the arrow keys, and keeps it on Escape',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const { userFields } = translations.en;
    await visit('/signup');
    const button = page.getByRole('button', { name: `${userFields.country}, ` });
    await button.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('+44');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(button).toHaveAccessibleName(`${userFields.country}, Isle of Man, +44`);

    await button.press('Enter');
    await dialog.getByRole('combobox').fill('nowhere');
    await expect(dialog.getByRole('status')).toHaveText('0 countries found');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await expect(button).toHaveAccessibleName(`${userFields.country}, Isle of Man, +44`);
  },
);
