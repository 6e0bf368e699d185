import { expectAccessible, expectFits } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { openAsStaff } from './support/staffMember.ts';
import { translations } from './support/translations.ts';
import { only } from './support/variants.ts';

const { common, staff, staffAnnouncements: texts } = translations.fr;

// In one variant: what is wanted is one thing for all.
test('admissions have those who wait counted', { tag: only('phone') }, async ({ browser }) => {
  const page = await openAsStaff(browser, 'fr', '/staff', 'admissions');
  await page.getByRole('link', { name: staff.pages.announcements, exact: true }).click();
  const rows = page.getByRole('table', { name: staff.pages.announcements }).getByRole('row');
  await expect(rows.filter({ hasText: common.pillars.consulting })).toContainText(texts.planned);
  await expectFits(page);
  await page.getByRole('button', { name: texts.count }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: texts.count }).click();
  await expect(page.getByText(texts.counting)).toBeVisible();
  await expect(page.getByRole('button', { name: texts.count })).toBeDisabled();
  await expectFits(page);
});
