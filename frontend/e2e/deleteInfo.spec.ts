import { expect, pageState, test } from './journey.ts';
import { languages, words } from './words.ts';

for (const language of languages) {
  const { common, deleteInfo: text } = words[language];

  test.describe(`information on account deletion in ${language}`, () => {
    test('says what goes, what stays and how it is done', async ({ page, visit }) => {
      await visit('/delete-info', { language });
      expect((await pageState(page)).lang).toBe(language);
      const main = page.getByRole('main');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.deleteInfo);
      await expect(main.getByRole('heading', { level: 2 })).toHaveText([
        text.removed.title,
        text.stays.title,
        text.how.title,
      ]);
      const { open, password, confirm } = text.how;
      const points = [text.removed.text, text.stays.text]
        .flatMap((list) => list.split('\n'))
        .map((line) => line.replace(/^- /, ''));
      await expect(main.getByRole('listitem')).toHaveText([...points, open, password, confirm]);
    });

    test('leads a visitor to the login, which knows the way back', async ({ page, visit }) => {
      await visit('/delete-info', { language });
      await page.getByRole('main').getByRole('link', { name: text.button }).click();
      await expect(page).toHaveURL('/login');
      const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
      expect(state).toMatchObject({ from: '/delete' });
    });

    test('fits the width of a small screen', async ({ page, visit }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await visit('/delete-info', { language });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  });
}

test('the privacy policy opens at what it says about deletion', async ({ page, visit }) => {
  await visit('/delete-info');
  await page.getByRole('link', { name: words.en.deleteInfo.policy }).click();
  await expect(page).toHaveURL('/privacy#deletion');
  const { title } = words.en.legal.sections.deletion;
  await expect(page.getByRole('heading', { level: 3, name: title })).toBeInViewport();
});
