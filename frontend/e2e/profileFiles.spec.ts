import type { Locator, Page } from '@playwright/test';
import type { components } from '../src/api/schema';
import { expectAccessible } from './support/axe.ts';
import { CV, photoOf, videoOf } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { signedIn, type Member } from './support/users.ts';
import { enterBirthdate, replace } from './support/profileForm.ts';
import { press, type Language } from './support/signupForm.ts';
import { fileInput } from './support/teacherForm.ts';
import { signedInTeacher, VIDEO_SECONDS } from './support/teachers.ts';
import { only, withoutFrench } from './support/variants.ts';
import { words } from './support/translations.ts';

type User = components['schemas']['User'];

const DOCUMENT = /\/api\/file\/document/;
const PROFILE = /\/api\/users\/[0-9a-f]+/;

/** The profile as the server has it. */
async function profileOf(page: Page, { token }: Member): Promise<User> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await page.request.get('/api/users/me', { headers });
  return ((await answer.json()) as { data: User }).data;
}

async function openPhoto(page: Page, language: Language): Promise<Locator> {
  await page.getByRole('button', { name: words[language].profile.changePhoto }).click();
  return page.getByRole('dialog', { name: words[language].profileFiles.photo.title });
}

const bar = (page: Page) => page.getByRole('banner').locator('img');

for (const { language, tag } of withoutFrench('desktop')) {
  const { profileFiles } = words[language];

  test.describe(`the files of a profile in ${language}`, { tag }, () => {
    test('show a CV, and play a video', async ({ page, visit }) => {
      const teacher = await signedInTeacher();
      await visit('/profile', { language, token: teacher.token });
      const link = page.getByRole('link', { name: profileFiles.cv.view });
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener');
      const cv = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(cv.headers()['content-type']).toBe('application/pdf');
      expect(await cv.body()).toEqual(CV.buffer);

      const watch = page.getByRole('button', { name: profileFiles.video.watch });
      await watch.click();
      const dialog = page.getByRole('dialog', { name: profileFiles.video.title });
      const video = dialog.locator('video');
      await expect(video).toBeFocused();
      await expect(video).toHaveAttribute('controlslist', 'nodownload');
      await expect(video).toHaveJSProperty('duration', VIDEO_SECONDS);
      await page.keyboard.press('Space');
      const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
      await expect.poll(time).toBeGreaterThan(0.5);
      await video.evaluate((element: HTMLVideoElement) => {
        element.currentTime = 6;
      });
      await expect.poll(time).toBeGreaterThan(6.2);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(watch).toBeFocused();
    });
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { person, profile, profileFiles } = words[language];

  test.describe(`the files of a profile in ${language}`, { tag }, () => {
    test('are replaced, and what is being edited stays', async ({ page, visit }) => {
      const teacher = await signedInTeacher();
      const before = await profileOf(page, teacher);
      await visit('/profile', { language, token: teacher.token });
      await enterBirthdate(page, language);
      const address = page.getByLabel(person.address, { exact: true });
      await address.fill('Being edited');

      await replace(page, language, 'cv', { ...CV, name: 'newer.pdf' });
      await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: profileFiles.cv.replace })).toBeFocused();
      await replace(page, language, 'video', await videoOf({ seconds: 2 }));
      await expect(page.getByText(profileFiles.video.saved, { exact: true })).toBeVisible();

      const { address: kept, birthdate, teacher: files } = await profileOf(page, teacher);
      expect(kept).toBe(teacher.address);
      expect(birthdate).toBe('1990-01-02');
      for (const name of ['curriculum', 'video'] as const) {
        expect(files?.[name]?._id).not.toBe(before.teacher?.[name]?._id);
        const old = await page.request.get(before.teacher?.[name]?.url ?? '');
        expect(old.status(), `the old ${name}`).toBe(404);
      }
      await page.getByRole('button', { name: profileFiles.video.watch }).click();
      await expect(page.locator('video')).toHaveJSProperty('duration', 2);
      await page.keyboard.press('Escape');

      await expect(address).toHaveValue('Being edited');
      await press(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      expect(await profileOf(page, teacher)).toMatchObject({
        address: 'Being edited',
        teacher: { curriculum: { _id: files?.curriculum?._id } },
      });
    });

    test('have a photo, which is cut, saved and removed', async ({ page, visit }) => {
      const member = await signedIn();
      await visit('/profile', { language, token: member.token });
      await enterBirthdate(page, language);
      const dialog = await openPhoto(page, language);
      await fileInput(page, language, 'photo').setInputFiles(await photoOf());
      await dialog.getByRole('slider', { name: profileFiles.photo.zoom }).press('End');
      await dialog.getByRole('button', { name: profileFiles.photo.save }).click();
      await expect(page.getByText(profileFiles.photo.saved, { exact: true })).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: profile.changePhoto })).toBeFocused();
      await expect(page.getByRole('main').locator('img')).toBeVisible();
      await expect(bar(page)).toHaveJSProperty('complete', true);
      await expect(bar(page)).toHaveJSProperty('naturalWidth', 250);
      await expect(bar(page)).toHaveJSProperty('naturalHeight', 250);

      await openPhoto(page, language);
      await dialog.getByRole('button', { name: profileFiles.photo.remove }).click();
      const question = page.getByRole('alertdialog', { name: profileFiles.photo.removeTitle });
      await question.getByRole('button', { name: profileFiles.photo.remove }).click();
      await expect(page.getByText(profileFiles.photo.removed, { exact: true })).toBeVisible();
      await expect(bar(page)).toBeHidden();
      expect((await profileOf(page, member)).image).toBeNull();
    });
  });
}

test.describe('the files of a profile', () => {
  const { common, errors, profile, profileFiles } = words.en;

  test.use({ expectedMessages: /Failed to load resource/ });

  test(
    'are not sent again when they could not be saved',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const teacher = await signedInTeacher();
      const before = await profileOf(page, teacher);
      let uploads = 0;
      page.on('request', (request) => {
        uploads += DOCUMENT.test(request.url()) ? 1 : 0;
      });
      await visit('/profile', { token: teacher.token });
      await enterBirthdate(page, 'en');
      await page.route(PROFILE, (route) => route.fulfill({ status: 502 }));
      await replace(page, 'en', 'cv', CV);
      await expect(page.getByText(profileFiles.cv.saveFailed)).toBeVisible();
      await page.unroute(PROFILE);
      expect((await profileOf(page, teacher)).teacher?.curriculum?._id).toBe(
        before.teacher?.curriculum?._id,
      );
      await page.getByRole('button', { name: common.retry, exact: true }).click();
      await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();
      expect(uploads).toBe(1);
    },
  );

  test(
    'are saved beside what was changed elsewhere',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const teacher = await signedInTeacher();
      await visit('/profile', { token: teacher.token });
      await enterBirthdate(page, 'en');
      const { teacher: teaching, ...stored } = await profileOf(page, teacher);
      const answer = await page.request.put(`/api/users/${teacher.id}`, {
        headers: { Authorization: `Bearer ${teacher.token}` },
        data: {
          ...stored,
          birthdate: '1990-01-02',
          address: 'Elsewhere',
          image: null,
          teacher: {
            courses: ['business-english'],
            curriculum: teaching?.curriculum?._id,
            video: teaching?.video?._id,
          },
        },
      });
      expect(answer.ok(), await answer.text()).toBe(true);
      await replace(page, 'en', 'cv', CV);
      await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();
      await page.getByLabel(words.en.person.fullname).fill('Amina B.');
      await press(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      expect(await profileOf(page, teacher)).toMatchObject({
        fullname: 'Amina B.',
        address: 'Elsewhere',
        teacher: { courses: [{ _id: 'business-english' }] },
      });
    },
  );

  test(
    'wait for a birthdate, without which there is no profile',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const member = await signedIn();
      await visit('/profile', { token: member.token });
      await page.getByRole('button', { name: profile.changePhoto }).click();
      await expect(page.getByText(profile.birthdateFirst)).toBeVisible();
      const birthdate = page.getByLabel(words.en.person.birthdate);
      await expect(birthdate).toBeFocused();
      await expect(birthdate).toHaveAccessibleDescription(errors.birthdate_required);
    },
  );

  test('are refused when they are no photo', { tag: only('desktop') }, async ({ page, visit }) => {
    const member = await signedIn();
    await visit('/profile', { token: member.token });
    await enterBirthdate(page, 'en');
    const dialog = await openPhoto(page, 'en');
    const input = fileInput(page, 'en', 'photo');
    await input.setInputFiles(CV);
    await expect(dialog.getByRole('alert')).toHaveText(errors.image_file_type_wrong);
    const large = Buffer.alloc(5 * 1024 * 1024 + 1);
    await input.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large });
    await expect(dialog.getByRole('alert')).toHaveText(errors.image_file_too_large);
    await input.setInputFiles({ name: 'no.jpg', mimeType: 'image/jpeg', buffer: CV.buffer });
    await expect(dialog.getByRole('alert')).toHaveText(words.en.upload.image_compression_failed);
    expect((await profileOf(page, member)).image).toBeNull();
  });

  test('ask before they are left behind', { tag: only('desktop') }, async ({ page, visit }) => {
    const teacher = await signedInTeacher();
    await visit('/profile', { token: teacher.token });
    await enterBirthdate(page, 'en');
    // The courses move the button as they come.
    await expect(page.getByRole('checkbox', { checked: true })).toBeVisible();
    await press(page, profile.save);
    await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
    let release: (() => void) | undefined;
    await page.route(DOCUMENT, async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    await replace(page, 'en', 'cv', CV);
    await expect(page.getByRole('progressbar')).toBeVisible();
    const link = page.getByRole('contentinfo').getByRole('link', { name: common.pages.privacy });
    await link.click();
    const dialog = page.getByRole('alertdialog', { name: common.unsaved.title });
    await dialog.getByRole('button', { name: common.unsaved.stay }).click();
    release?.();
    await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();
    await link.click();
    await expect(page).toHaveURL('/privacy');
  });

  test(
    'say so when a browser cannot play the video',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const teacher = await signedInTeacher();
      await page.route(/\/video\/[0-9a-f]+/, (route) => route.fulfill({ body: 'no video' }));
      await visit('/profile', { token: teacher.token });
      await page.getByRole('button', { name: profileFiles.video.watch }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
        profileFiles.video.unplayable,
      );
    },
  );

  test(
    'are had from a new address when the old one has run out',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const member = await signedIn();
      await page.clock.install();
      await visit('/profile', { token: member.token });
      await enterBirthdate(page, 'en');
      const dialog = await openPhoto(page, 'en');
      await fileInput(page, 'en', 'photo').setInputFiles(await photoOf());
      await page.clock.runFor(1000);
      await dialog.getByRole('button', { name: profileFiles.photo.save }).click();
      await expect(bar(page)).toBeVisible();

      const old = (await bar(page).getAttribute('src')) ?? '';
      await page.clock.fastForward('05:00');
      await bar(page).dispatchEvent('error');
      await expect(bar(page)).toBeVisible();
      await expect(bar(page)).not.toHaveAttribute('src', old);
      let questions = 0;
      page.on('request', (request) => {
        questions += /users\/me/.test(request.url()) ? 1 : 0;
      });
      await bar(page).dispatchEvent('error');
      await expect(bar(page)).toBeHidden();
      await page.clock.runFor(1000);
      expect(questions, 'an address of now is not asked for again').toBe(0);
    },
  );

  test('can be changed by keyboard alone', { tag: only('desktop') }, async ({ page, visit }) => {
    // Playwright catches choosers from a moment after the first listener: this one is early enough.
    page.on('filechooser', () => undefined);
    const teacher = await signedInTeacher();
    await visit('/profile', { token: teacher.token });
    await enterBirthdate(page, 'en');
    // The last part of the page to come: nothing that a Tab leads to is added after it.
    await expect(page.getByRole('checkbox', { checked: true })).toBeVisible();
    const next = async (name: string) => {
      const target = page.locator(':focus');
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        if ((await target.count()) > 0 && (await target.textContent())?.includes(name)) {
          return;
        }
      }
      throw new Error(`No Tab leads to ${name}.`);
    };
    await next(profileFiles.cv.replace);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: profileFiles.cv.keep })).toBeFocused();
    await next(profileFiles.cv.choose);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: profileFiles.cv.cancel })).toBeFocused();
    await page.getByRole('group', { name: words.en.upload.cv.label }).waitFor();
    await next(words.en.upload.choose);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(CV);
    await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();

    await page.getByRole('button', { name: profile.changePhoto }).focus();
    await page.keyboard.press('Enter');
    await fileInput(page, 'en', 'photo').setInputFiles(await photoOf());
    const stage = page.getByRole('application', { name: profileFiles.photo.move });
    await expect(page.getByText(profileFiles.photo.hint)).toBeFocused();
    // What moves the photo comes when the photo is decoded.
    await expect(stage).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(stage).toBeFocused();
    const picture = page.getByRole('dialog').locator('img');
    const place = await picture.getAttribute('style');
    await page.keyboard.press('ArrowLeft');
    await expect(picture).not.toHaveAttribute('style', place ?? '');
    await next(profileFiles.photo.save);
    await page.keyboard.press('Enter');
    await expect(page.getByText(profileFiles.photo.saved, { exact: true })).toBeVisible();
  });

  test('are not cut off on a narrow screen', { tag: only('phone') }, async ({ page, visit }) => {
    const teacher = await signedInTeacher();
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/profile', { token: teacher.token, language: 'fr' });
    await expect(
      page.getByRole('button', { name: words.fr.profileFiles.video.replace }),
    ).toBeVisible();
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await overflow()).toBe(0);
    await enterBirthdate(page, 'fr');
    const dialog = await openPhoto(page, 'fr');
    await fileInput(page, 'fr', 'photo').setInputFiles(await photoOf());
    const save = dialog.getByRole('button', { name: words.fr.profileFiles.photo.save });
    await save.scrollIntoViewIfNeeded();
    await expect(save).toBeInViewport();
    expect(await overflow()).toBe(0);
  });

  for (const { language, tag } of withoutFrench('phone')) {
    test(`have no violations (${language})`, { tag }, async ({ page, visit }) => {
      test.slow();
      const text = words[language].profileFiles;
      const teacher = await signedInTeacher();
      const me = await profileOf(page, teacher);
      const reason = 'The CV names no experience.\nNor does the video.';
      await page.route(/\/api\/users\/me/, (route) => {
        const review = { status: 'declined', reason };
        const data = { ...me, teacher: { ...me.teacher, review } };
        return route.fulfill({ json: { success: true, data } });
      });
      await visit('/profile', { language, token: teacher.token });
      await test.step('what became of the application, and a CV that is refused', async () => {
        await expect(page.getByText(text.review.declined)).toBeVisible();
        await expect(page.getByRole('blockquote')).toHaveText(reason);
        await enterBirthdate(page, language);
        await replace(page, language, 'cv', { ...CV, name: 'wrong.txt' });
        await expect(page.getByText(words[language].errors.cv_file_type_wrong)).toBeVisible();
        await expectAccessible(page);
      });
      await test.step('the video', async () => {
        await page.getByRole('button', { name: text.video.watch }).click();
        await expect(page.locator('video')).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
      });
      await test.step('the photo', async () => {
        await openPhoto(page, language);
        await fileInput(page, language, 'photo').setInputFiles(await photoOf());
        await expect(page.getByRole('application')).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
});
