import { expect, pageAppearance, test } from './support/journey.ts';
import { expectAccessible } from './support/axe.ts';
import { horizontalOverflow } from './support/layout.ts';
import { layoutShifts, recordLayoutShifts } from './support/layoutShift.ts';
import { waitForApp } from './support/pageReady.ts';
import { recordRequests } from './support/requests.ts';
import ar from '../src/locales/ar/languageOffer.json' with { type: 'json' };
import fr from '../src/locales/fr/languageOffer.json' with { type: 'json' };

for (const [locale, language, text] of [
  ['fr-DZ', 'fr', fr],
  ['ar-DZ', 'ar', ar],
] as const) {
  test.describe(`a browser that prefers ${locale}`, () => {
    test.use({ locale });

    test('is offered its language once the page is used, and changes to it with one press', async ({
      page,
      visit,
    }) => {
      await recordLayoutShifts(page);
      await visit('/login');
      expect((await pageAppearance(page)).lang).toBe('en');
      await expect(page.getByRole('button', { name: text.read })).toHaveCount(0);
      await page.keyboard.press('Tab');
      const offer = page.getByRole('button', { name: text.read });
      await expect(offer).toBeVisible();
      expect(await layoutShifts(page)).toEqual([]);
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await horizontalOverflow(page)).toBe(0);
      await page.getByRole('textbox').first().fill('a@example.com');
      await offer.click();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(offer).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page.getByRole('textbox').first()).toHaveValue('a@example.com');

      await page.goto('/faq');
      expect((await pageAppearance(page)).lang).toBe(language);
    });

    test('is offered none again after a refusal', async ({ page, visit }) => {
      await visit('/faq');
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: text.keep }).click();
      await expect(page.getByRole('button', { name: text.read })).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();

      const requests = recordRequests(page);
      await page.goto('/contact');
      await waitForApp(page);
      expect((await pageAppearance(page)).lang).toBe('en');
      await page.keyboard.press('Tab');
      await expect.poll(() => requests.to(/\/whenUsed-/).length).toBe(1);
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      expect(requests.to(/\/LanguageOffer-/)).toEqual([]);
    });
  });
}
