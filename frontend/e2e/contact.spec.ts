import { expectAccessible, expectFits } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { translations } from './support/translations.ts';
import { only } from './support/variants.ts';

test('a visitor writes to the operator', { tag: only('phone') }, async ({ page }) => {
  const { contact, errors, signIn, userFields } = translations.ar;
  await page.goto('/contact?lang=ar');
  await expect(page.getByText(contact.status.answers.split('{{')[0] ?? '')).toBeVisible();
  await page.getByRole('button', { name: contact.write.open }).click();
  await expect(page.getByLabel(userFields.fullname)).toBeFocused();
  await expectFits(page);
  await page.getByRole('button', { name: contact.write.send }).click();
  await expect(page.getByText(errors.message_required)).toBeVisible();
  await page.getByLabel(userFields.fullname).fill('أمينة بن علي');
  await page.getByLabel(signIn.fields.email).fill('amina@example.org');
  await page.getByLabel(contact.write.message).fill('هل الدورة بالفرنسية؟');
  await expectAccessible(page);
  await page.getByRole('button', { name: contact.write.send }).click();
  await expect(page.getByText(contact.write.sent)).toBeFocused();
});
