import published from '../../shared/data/legal.json' with { type: 'json' };
import { formatDate } from '../src/i18n/formatDate.ts';
import { languageOf } from '../src/i18n/languages.ts';
import { expect, test } from './support/journey.ts';
import { translations } from './support/translations.ts';
import { only, variants } from './support/variants.ts';

const { legal: english, common } = translations.en;

/** Runs in the browser. Finds the numbers of laws: on how many lines each is, and whether its parts run from left to right. */
function findLawNumbers(element: Element) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const numbers = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const match of node.nodeValue?.matchAll(/(18|25)\D{1,3}(07|11)/g) ?? []) {
      const boxes = (from: number, to: number) => {
        const range = document.createRange();
        range.setStart(node, match.index + from);
        range.setEnd(node, match.index + to);
        return [...range.getClientRects()];
      };
      const [number] = match;
      numbers.push({
        number,
        lines: new Set(boxes(0, number.length).map(({ top }) => top)).size,
        isInOrder:
          (boxes(0, 2)[0]?.right ?? 0) <= (boxes(number.length - 2, number.length)[0]?.left ?? 0),
      });
    }
  }
  return numbers;
}

for (const { language, tag } of variants('desktop')) {
  const { legal, common } = translations[language];

  test(
    `shows privacy policy and terms (${language})`,
    { tag },
    async ({ page, visit, isMobile }) => {
      await visit('/privacy', { language });

      await test.step('the dates of both texts have the format of the language', async () => {
        const changes = [published.privacy, published.terms].map(
          (versions) => versions.at(-1) ?? '',
        );
        const lines = [
          [legal.effective, '2025-09-17', 2],
          ...changes.map(
            (date) =>
              [legal.updated, date, changes.filter((other) => other === date).length] as const,
          ),
        ] as const;
        for (const [template, date, count] of lines) {
          const written = formatDate(languageOf(language).dates, new Date(`${date}T12:00`));
          const line = template.replace('{{date}}', written);
          await expect(page.getByText(line)).toHaveCount(count);
        }
      });

      await test.step('no markup of the locale files remains', async () => {
        const text = await page.getByRole('main').innerText();
        expect(text).not.toMatch(/\{\{|^- |undefined/m);
        expect(text).toContain(common.brand);
      });

      await test.step('the contents link to the 15 and 10 sections', async () => {
        const titles = Object.values(legal.sections).map(({ title }) => title);
        expect(titles).toHaveLength(25);
        await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(titles);
        await expect(page.getByRole('heading', { level: 2 })).toHaveText([
          legal.parts.privacy.title,
          legal.parts.terms.title,
        ]);

        const contents = page.getByRole('navigation', { name: legal.contents });
        if (isMobile) {
          await contents.getByText(legal.contents).click();
        }
        await expect(contents.getByRole('listitem')).toHaveText(titles);
        await expect(contents.getByRole('list').first().getByRole('listitem')).toHaveCount(15);
        await contents.getByRole('link', { name: legal.sections.law.title, exact: true }).click();
        await expect(page).toHaveURL('/privacy#law');
        const section = page.getByRole('heading', { level: 3, name: legal.sections.law.title });
        await expect(section).toBeInViewport();
      });

      await test.step('each number of a law is on one line, from left to right', async () => {
        for (let width = 320; width <= 720; width += 20) {
          await page.setViewportSize({ width, height: 640 });
          const numbers = await page.getByRole('main').evaluate(findLawNumbers);
          expect(numbers).toHaveLength(4);
          for (const { number, lines, isInOrder } of numbers) {
            expect({ number, width, lines, isInOrder }).toMatchObject({
              lines: 1,
              isInOrder: true,
            });
          }
        }
      });
    },
  );
}

test('a URL with a fragment opens the section', { tag: only('phone') }, async ({ page, visit }) => {
  await visit('/privacy#rights');
  const { title } = english.sections.rights;
  await expect(page.getByRole('heading', { level: 3, name: title })).toBeInViewport();
});

test('prints black on white, without controls', { tag: '@desktop' }, async ({ page, visit }) => {
  await visit('/privacy', { scheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: common.pages.privacy })).toBeVisible();
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('navigation', { name: english.contents }),
    page.getByRole('link', { name: common.skipToContent }),
    page.getByRole('contentinfo').getByRole('link', { name: common.pages.deleteInfo }),
  ]) {
    await expect(hidden).toBeHidden();
  }

  const colors = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, main p, main li, footer p')].map(
      (element) => getComputedStyle(element).color,
    ),
  );
  expect([...new Set(colors)].sort()).toEqual(['rgb(0, 0, 0)', 'rgb(51, 51, 51)']);
  const root = page.locator('html');
  await expect(root).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(root).toHaveCSS('color-scheme', 'light');
  // Both texts fit on eight sheets: the print styles remove the spacing of the screen.
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(sheets?.length).toBeLessThanOrEqual(8);
});
