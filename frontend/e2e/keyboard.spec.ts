import { CV, photoFile, SMALL_VIDEO, videoFile } from './support/files.ts';
import { tabTo } from './support/focus.ts';
import { expect, pageAppearance, test } from './support/journey.ts';
import { requestPlace } from './support/places.ts';
import { fillBirthdate } from './support/profileForm.ts';
import { signupFields, signupValues } from './support/signupForm.ts';
import { openAsStaff } from './support/staffMember.ts';
import { fileInput, openCoursesStep } from './support/teacherForm.ts';
import { createSignedInTeacher } from './support/teachers.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';

/** No other journey asks for this course. */
const COURSE = 'laboratory-quality';

// Phones have no keyboard.
test.describe('with the keyboard only', { tag: '@desktop' }, () => {
  test('a visitor opens a service area and the sign-up form', async ({ page, visit }) => {
    const { navigation, pillars } = translations.en.common;
    const { keyboard } = page;
    await visit('/');
    await tabTo(page, page.getByRole('button', { name: navigation.about, exact: true }));
    await keyboard.press('Enter');
    const entry = (name: string) => page.getByRole('menuitem', { name });
    await expect(entry(pillars.courses)).toBeFocused();
    await keyboard.press('End');
    await expect(entry(pillars.psychology)).toBeFocused();
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/about/networking');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    await tabTo(page, page.getByRole('main').getByRole('link', { name: navigation.signup }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await keyboard.press('Tab');
    await expect(signupFields(page, 'en').fullname).toBeFocused();
  });

  test('a visitor changes language and color scheme', async ({ page, visit }) => {
    const { navigation } = translations.en.common;
    const { keyboard } = page;
    await visit('/');
    const language = page.getByRole('button', { name: navigation.language });
    await tabTo(page, language);
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(language).toBeFocused();
    await keyboard.press('Space');
    await keyboard.press('End');
    await keyboard.press('Enter');
    await expect.poll(() => pageAppearance(page)).toMatchObject({ lang: 'ar', dir: 'rtl' });
    const { navigation: arabic } = translations.ar.common;
    await expect(page.getByRole('button', { name: arabic.language })).toBeFocused();

    await keyboard.press('Tab');
    await keyboard.press('Space');
    await expect(page.getByRole('button', { name: arabic.useDarkTheme })).toBeFocused();
    expect((await pageAppearance(page)).scheme).toBe('light');
  });

  test('a signed-in user moves through the courses and chooses one', async ({
    page,
    visit,
    sharedUser: { token },
  }) => {
    const { skipToContent } = translations.en.common;
    const { keyboard } = page;
    const logged = () =>
      page.waitForEvent('console', (message) => message.text().startsWith('Course'));
    await visit('/courses', { token });
    const cards = page.getByRole('article');
    await expect(cards.first()).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: skipToContent }));
    await keyboard.press('Enter');
    // The search and the filters come before the cards.
    await tabTo(page, cards.first().getByRole('link'));
    for (const card of (await cards.all()).slice(1, 4)) {
      await keyboard.press('Tab');
      await expect(card.getByRole('link')).toBeFocused();
    }
    await Promise.all([logged(), keyboard.press('Enter')]);
    await expect(page).toHaveURL(/\/courses\/[a-z-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('a student signs up', async ({ page, visit }) => {
    const values = signupValues();
    const { signup } = translations.en;
    await visit('/signup');
    await signupFields(page, 'en').fullname.focus();
    const { keyboard } = page;
    const next = async (text: string) => {
      await keyboard.press('Tab');
      await keyboard.type(text);
    };
    await keyboard.type(values.fullname);
    await next(values.email);
    await next(values.password);
    await keyboard.press('Tab');
    await next(values.confirmation);
    await keyboard.press('Tab');
    await next('');
    await keyboard.press('Enter');
    await expect(page.getByRole('combobox')).toBeFocused();
    await keyboard.type('+33');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await next('06 12 34 56 78');
    await next('');
    await next(values.address);
    await next(values.city);
    await next('03052001');
    await keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: signup.occupation.question })).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(dialog.getByRole('checkbox')).toBeVisible();
    const agreement = dialog.getByRole('checkbox');
    // The contents of the terms come first.
    for (let count = 0; count < 30; count += 1) {
      if (await agreement.evaluate((box) => box === document.activeElement)) break;
      await keyboard.press('Tab');
    }
    await keyboard.press('Space');
    await expect(agreement).toBeChecked();
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });

  test('a teacher signs up', async ({ page, visit }) => {
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
  });

  test('a teacher replaces the files of the profile', async ({ page, visit }) => {
    const { profile, profileFiles, upload } = translations.en;
    // Playwright intercepts file choosers only some time after the first listener is added, so one is added early.
    page.on('filechooser', () => undefined);
    const teacher = await createSignedInTeacher();
    await visit('/profile', { token: teacher.token });
    await fillBirthdate(page, 'en');
    // The courses are loaded last. After them, no control is added to the tab order.
    await expect(page.getByRole('checkbox', { checked: true })).toBeVisible();
    const tabToButton = (name: string) => tabTo(page, page.getByRole('button', { name }));
    await tabToButton(profileFiles.cv.replace);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: profileFiles.cv.keep })).toBeFocused();
    await tabToButton(profileFiles.cv.choose);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: profileFiles.cv.cancel })).toBeFocused();
    await page.getByRole('group', { name: upload.cv.label }).waitFor();
    await tabToButton(upload.choose);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(CV);
    await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();

    await page.getByRole('button', { name: profile.changePhoto }).focus();
    await page.keyboard.press('Enter');
    await fileInput(page, 'en', 'photo').setInputFiles(await photoFile());
    const stage = page.getByRole('application', { name: profileFiles.photo.move });
    const part = page.getByRole('radio', { name: profileFiles.photo.part });
    await part.focus();
    await page.keyboard.press('Space');
    await expect(part).toBeChecked();
    // The cropper follows once the photo is decoded.
    await expect(stage).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(stage).toBeFocused();
    const picture = page.getByRole('dialog').locator('img');
    const style = await picture.getAttribute('style');
    await page.keyboard.press('ArrowLeft');
    await expect(picture).not.toHaveAttribute('style', style ?? '');
    await tabToButton(profileFiles.photo.save);
    await page.keyboard.press('Enter');
    await expect(page.getByText(profileFiles.photo.saved, { exact: true })).toBeVisible();
  });

  // The structure is the same in all languages.
  test('a clerk decides requests', async ({ browser }) => {
    const { myCourses, staff, staffPlaces } = translations.en;
    const { offer } = staffPlaces.decisions;
    for (const fullname of ['Amina Haddad', 'Karim Haddad']) {
      await requestPlace(await createSignedInUser({ fullname }), COURSE);
    }
    await createSignedInTeacher();
    const page = await openAsStaff(browser, 'en', '/staff');
    const { keyboard } = page;
    const main = page.getByRole('main');
    const heading = page.getByRole('heading', { level: 1 });
    const follow = async (name: string) => {
      await tabTo(page, page.getByRole('link', { name, exact: true }));
      await keyboard.press('Enter');
    };

    await test.step('today says what waits, and leads to it', async () => {
      await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Today" [level=1]
        - list:
          - listitem:
            - link /\\d+ (teacher’s application waits|teachers’ applications wait) for a decision/
          - listitem:
            - link /\\d+ requests? waits? for a decision Oldest:/
          - listitem:
            - link /\\d+ (person on a|people on) waiting lists?/
          - listitem:
            - link /\\d+ reserved places? (is|are) not paid yet/
          - listitem:
            - link /\\d+ proofs? of payment waits? for a decision/
          - listitem:
            - link /\\d+ places? (has|have) money to pay back/
    `);
      await follow(staff.pages.applications);
      await expect(heading).toBeFocused();
      await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Applications" [level=1]
        - combobox "State":
          - option "Undecided" [selected]
        - combobox "Course":
          - option "All courses" [selected]
        - table "Applications":
          - rowgroup:
            - row "Name Courses Country Signed up"
          - rowgroup:
            - row:
              - cell:
                - link
              - cell /Project Management/
              - cell "Algeria"
              - cell
    `);
    });

    await test.step('opens a request from its run', async () => {
      await follow(staff.pages.runs);
      await expect(heading).toHaveText(staff.pages.runs);
      await tabTo(page, main.locator(`a[href*="/${COURSE}/"]`).last());
      await keyboard.press('Enter');
      const waiting = main.getByRole('row').filter({ hasText: myCourses.states.requested });
      await tabTo(page, waiting.first().getByRole('link'));
      await keyboard.press('Enter');
      await expect(page).toHaveURL(/staff\/places/);
      await expect(heading).toBeFocused();
      await expect(heading).toHaveText(/Haddad/);
      await expect(main).toMatchAriaSnapshot(`
      - main:
        - link "All places"
        - link "Next (J)"
        - heading /(Amina|Karim) Haddad/ [level=1]
        - text: Waiting for an answer
        - region "Decide":
          - heading "Decide" [level=2]
          - button "Offer the place"
          - button "Give without payment"
          - button "Decline"
        - region "Money"
        - region "History"
    `);
    });

    await test.step('offers the place, and goes on to the next', async () => {
      await tabTo(page, main.getByRole('button', { name: offer.action }));
      await keyboard.press('Enter');
      const send = page.getByRole('dialog').getByRole('button', { name: offer.action });
      await tabTo(page, send);
      await keyboard.press('Enter');
      const next = main.getByRole('link', { name: staff.next });
      await expect(next).toBeFocused();
      const first = page.url();
      await keyboard.press('Enter');
      await expect(page).not.toHaveURL(first);
      await expect(heading).toBeFocused();
      await keyboard.press('k');
      await expect(page).toHaveURL(first);
      await expect(main).toContainText(myCourses.states.offered);
    });
  });
});
