import { expectAccessible } from './support/axe.ts';
import { CV, SMALL_VIDEO, videoFile } from './support/files.ts';
import { tabTo } from './support/focus.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { clickButton } from './support/signupForm.ts';
import { fileInput, openCoursesStep, submitAndAcceptTerms } from './support/teacherForm.ts';
import { languages, translations } from './support/translations.ts';
import { only, withoutFrench } from './support/variants.ts';
import { holdParts } from './support/videoUpload.ts';

test(
  'a teacher signs up with the keyboard only',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const { signup, upload } = translations.en;
    const { keyboard } = page;
    const tabToControl = (name: string | RegExp) =>
      tabTo(page, page.getByRole('button', { name }).or(page.getByRole('checkbox', { name })));
    const choose = async (
      label: string,
      file: Parameters<ReturnType<typeof fileInput>['setInputFiles']>[0],
    ) => {
      await tabToControl(`${upload.choose}, ${label}`);
      const chooser = page.waitForEvent('filechooser');
      await keyboard.press('Enter');
      await (await chooser).setFiles(file);
    };
    // Playwright intercepts file choosers only some time after the first listener is added, so one is added early.
    page.on('filechooser', () => undefined);
    await visit('/signup');
    await openCoursesStep(page, 'en');
    await tabToControl('Public Speaking');
    await keyboard.press('Space');
    await tabToControl(signup.next);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: signup.cv.title })).toBeFocused();
    await choose(upload.cv.label, CV);
    await tabToControl(/^Remove/);
    await tabToControl(signup.next);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
    await choose(upload.video.label, await videoFile(SMALL_VIDEO));
    await tabToControl(/^Remove/);
    await tabToControl(signup.submit);
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    await tabToControl(signup.terms.agree);
    await keyboard.press('Space');
    await tabToControl(signup.terms.ok);
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  },
);

for (const { language, tag } of withoutFrench('phone')) {
  test(`steps of a teacher: no axe violations (${language})`, { tag }, async ({ page, visit }) => {
    const { signup } = translations[language];
    const release = await holdParts(page, ['1']);
    await visit('/signup', { language });
    await openCoursesStep(page, language);
    await test.step('the courses', async () => {
      await page.getByRole('checkbox').first().check();
      await expectAccessible(page);
      await clickButton(page, signup.next);
    });
    const cv = fileInput(page, language, 'cv');
    await test.step('a CV that is refused', async () => {
      await cv.setInputFiles({ ...CV, name: 'cv.txt' });
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('a CV', async () => {
      await cv.setInputFiles(CV);
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
      await expectAccessible(page);
      await clickButton(page, signup.next);
    });
    await test.step('a video during its upload', async () => {
      await fileInput(page, language, 'video').setInputFiles(await videoFile(SMALL_VIDEO));
      await submitAndAcceptTerms(page, language);
      await expect(page.getByRole('progressbar')).toBeVisible();
      await expectAccessible(page);
    });
    release();
    await expect(page).toHaveURL('/');
  });
}

test('fits a narrow screen', { tag: only('phone') }, async ({ page, visit }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of languages) {
    const { signup } = translations[language];
    await page.addInitScript((code) => {
      localStorage.setItem('i18nextLng', code);
      sessionStorage.removeItem('signupDraft');
    }, language);
    await visit('/signup', { language });
    await openCoursesStep(page, language);
    await page.getByRole('checkbox').first().check();
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    await clickButton(page, signup.next);
    await fileInput(page, language, 'cv').setInputFiles({
      ...CV,
      name: `${'long-name-'.repeat(9)}.pdf`,
    });
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    await clickButton(page, signup.next);
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    page.once('dialog', (dialog) => void dialog.accept());
  }
});
