import { expect, pageAppearance, test } from './support/journey.ts';
import { translations } from './support/translations.ts';
import { only, variants } from './support/variants.ts';

test.describe('information on account deletion, as prerendered HTML', () => {
  test.use({ javaScriptEnabled: false });

  for (const { language, tag } of variants('phone')) {
    const { common, deleteInfo: text } = translations[language];

    test(
      `lists what is deleted, what is kept and how to delete an account (${language})`,
      { tag },
      async ({ page }) => {
        await page.goto(`/delete-info?lang=${language}`);
        expect((await pageAppearance(page)).lang).toBe(language);
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
        await expect(main.getByRole('link', { name: text.button })).toHaveAttribute(
          'href',
          '/delete',
        );
      },
    );
  }
});

test(
  'the button opens the login with a return path, and the link opens the privacy policy at its section on deletion',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const { deleteInfo: text, legal } = translations.en;
    await visit('/delete-info');
    await page.getByRole('main').getByRole('link', { name: text.button }).click();
    await expect(page).toHaveURL('/login');
    const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
    expect(state).toMatchObject({ from: '/delete' });

    await page.goBack();
    await page.getByRole('link', { name: text.policy }).click();
    await expect(page).toHaveURL('/privacy#deletion');
    const { title } = legal.sections.deletion;
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeInViewport();
  },
);
