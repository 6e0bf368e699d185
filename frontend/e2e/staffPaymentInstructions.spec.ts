import { expectFits } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { openAsStaff } from './support/staffMember.ts';
import { languages, translations } from './support/translations.ts';
import { only } from './support/variants.ts';

const { staff, staffPaymentInstructions: texts, staffPlaces } = translations.ar;
/** No price is in it. */
const CURRENCY = 'LYD';

// In one variant: two at the same time would refuse each other's changes.
test('finance says how to pay', { tag: only('phone') }, async ({ browser }) => {
  const page = await openAsStaff(browser, 'ar', '/staff', 'finance');
  const dialog = page.getByRole('dialog');
  const rows = page.getByRole('table', { name: staff.pages.paymentInstructions }).getByRole('row');
  const own = rows.filter({ hasText: CURRENCY });
  const send = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await page.getByRole('link', { name: staff.pages.paymentInstructions, exact: true }).click();
  await expect(rows.filter({ hasText: 'DZD' }).first()).toBeVisible();
  await expectFits(page);
  // What a cell has is beside its label, one below the other.
  const paragraphs = await rows.filter({ hasText: 'DZD' }).first().getByRole('paragraph').all();
  const boxes = await Promise.all(paragraphs.map((paragraph) => paragraph.boundingBox()));
  const ends = boxes.map((box) => box && Math.round(box.x + box.width));
  expect(ends).toEqual(Array.from(languages, () => ends[0]));

  await page.getByRole('button', { name: texts.add }).click();
  await dialog.getByLabel(staffPlaces.currency).fill(CURRENCY);
  await dialog.getByLabel(texts.account).fill('0012 3456');
  for (const { ownName, text } of [
    { ownName: 'English', text: 'At the bank.' },
    { ownName: 'Français', text: 'À la banque.' },
    { ownName: 'العربية', text: 'في المصرف.' },
  ]) {
    await dialog.getByLabel(texts.textIn.replace('{{language}}', ownName)).fill(text);
  }
  await expectFits(page);
  await send(staff.save);
  await expect(own).toContainText('0012 3456');

  await own.getByRole('button', { name: texts.removeWay.replace('{{way}}', '') }).click();
  await send(staff.remove);
  await expect(own).toHaveCount(0);
});
