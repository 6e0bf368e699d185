import { expectAccessible } from './support/axe.ts';
import { changePlace, test } from './support/clerk.ts';
import { nextEmailTo } from './support/emails.ts';
import { expect } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { layoutShifts, recordLayoutShifts } from './support/layoutShift.ts';
import { waitForContent } from './support/pageReady.ts';
import { courseName, requestPlace } from './support/places.ts';
import { dropTimers } from './support/timers.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { variants } from './support/variants.ts';

/** How long the home page waits for the user (`SignedInHome.tsx`). */
const USER_PATIENCE_MS = 1000;
const COURSE = 'arabic-calligraphy';
const MESSAGE = 'Are beginners welcome?';
const ALGIERS = { en: 'Algiers time', fr: 'heure d’Alger', ar: 'بتوقيت الجزائر' };

for (const { language, tag } of variants('phone')) {
  const { errors, myCourses, myPlace } = translations[language];

  test.describe(`the courses of a user (${language})`, { tag }, () => {
    test('a request for a place is followed until it is accepted', async ({
      clerk,
      page,
      visit,
    }) => {
      const user = await createSignedInUser();
      const name = await courseName(COURSE, language);
      await requestPlace(user, COURSE, MESSAGE);
      const main = page.getByRole('main');
      const courses = page.getByRole('region', { name: myCourses.title });
      const course = courses.getByRole('listitem').filter({ hasText: name });

      await test.step('the home page shows the request, and what to do next', async () => {
        await visit('/', { language, token: user.token });
        await waitForContent(page);
        await expect(page.getByRole('heading', { name: user.fullname })).toBeVisible();
        await expect(course).toContainText(myCourses.states.requested);
        const { action } = myCourses.home.steps.birthdate;
        await expect(page.getByRole('link', { name: action })).toHaveAttribute('href', '/profile');
        await expectAccessible(page);
      });

      await test.step('the list leads to the page of the place, which shows its run', async () => {
        await courses.getByRole('link', { name: myCourses.home.courses.all }).click();
        await expect(page).toHaveURL('/my-courses');
        await expect(main).toContainText(myCourses.states.requested);
        await expectAccessible(page);
        await main.getByRole('link', { name }).click();
        await expect(page).toHaveURL(`/my-courses/${COURSE}`);
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);
        await expect(main).toContainText(myCourses.states.requested);
        // The name of the time zone depends on the language.
        await expect(main).toContainText(ALGIERS[language]);
        await expect(main).toContainText(MESSAGE);
        await expectAccessible(page);
      });

      await test.step('staff accept it', async () => {
        await changePlace(clerk, user, COURSE, { event: 'grant', reason: 'Guest' });
        // The first emails are those of the verification and the sign-in.
        const email = await nextEmailTo(user.email, 2);
        expect(email.BodyText).toMatch(/\/my-courses\/[\w-]+\?lang=\w\w/);
        await page.reload();
        await expect(main).toContainText(myCourses.states.confirmed);
        await expect(main.locator('[aria-current=step]')).toHaveText(myPlace.steps.confirmed);
      });

      await test.step('home page, list and place fit 320 pixels', async () => {
        await page.setViewportSize({ width: 320, height: 640 });
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
        // Where emails have led.
        await page.goto('/profile#my-courses');
        await expect(page).toHaveURL('/my-courses');
        await expect(main).toContainText(myCourses.states.confirmed);
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
        await page.goto('/');
        await expect(course).toContainText(myCourses.states.confirmed);
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
      });

      await test.step('before the user cancels, the page says what is refunded', async () => {
        await page.goto(`/my-courses/${COURSE}`);
        await main.getByRole('button', { name: myPlace.cancel.action }).press('Enter');
        const question = page.getByRole('alertdialog', { name: myPlace.cancel.question });
        await expect(question).toContainText(myPlace.cancel.unpaid);
        await expectAccessible(page);
        await question.getByRole('button', { name: myPlace.cancel.confirm }).press('Enter');
        await expect(question).toBeHidden();
        await expect(main).toContainText(myCourses.states.cancelled);
      });
    });

    test('a reserved place is paid, confirmed, and cancelled with a refund', async ({
      clerk,
      page,
      visit,
    }) => {
      const user = await createSignedInUser();
      await requestPlace(user, COURSE);
      const change = changePlace.bind(null, clerk, user, COURSE);
      const main = page.getByRole('main');

      await test.step('the page of a reserved place says what to pay, until when, and how', async () => {
        const price = { amount: '11900', currency: 'DZD', reason: 'Price of a test' };
        await change({ event: 'offer', ...price });
        await visit(`/my-courses/${COURSE}`, { language, token: user.token });
        await expect(main.locator('[aria-current=step]')).toHaveText(myPlace.steps.offered);
        const payment = main.getByRole('region', { name: myPlace.payment.title });
        await expect(payment).toContainText(/MS-\w{4}-\w{4}/);
        await expect(payment).toContainText(/11\D?900/);
        await expect(payment).toContainText(myPlace.payment.payBy);
        await expectAccessible(page);
        await page.goto('/');
        await expect(page.getByRole('region', { name: myCourses.title })).toContainText(/11\D?900/);
      });

      await test.step('an employer pays, whom the proforma invoice names', async () => {
        const dialog = page.getByRole('dialog');
        await page.goto(`/my-courses/${COURSE}`);
        await main.getByRole('button', { name: myPlace.payer.open }).click();
        await dialog.getByLabel(myPlace.payer.name).fill('Sonatel SARL');
        await dialog.getByRole('button', { name: myPlace.payer.save }).click();
        await expect(dialog).toContainText(errors.address_required);
        await dialog.getByLabel(myPlace.payer.address).fill('Oran');
        await expectAccessible(page);
        await dialog.getByRole('button', { name: myPlace.payer.save }).click();
        await expect(dialog).toBeHidden();
        await expect(main.getByRole('region', { name: myPlace.payer.title })).toContainText('Oran');
        await main.getByRole('link', { name: myPlace.receipt.kinds.proforma }).click();
        const proforma = page.getByRole('article');
        await expect(proforma).toContainText('Sonatel SARL');
        await expect(proforma).toContainText(/11\D?900/);
        await expectAccessible(page);
        expect(await horizontalOverflow(page)).toBe(0);
      });

      await test.step('a part of the price is received, and then the rest', async () => {
        const transfer = { currency: 'DZD', method: 'ccp', receivedOn: '2026-11-20' };
        const pay = (amount: string, id: string) =>
          change({ kind: 'payment', amount, id, ...transfer });
        await pay('5000', 'T-1');
        await page.goto(`/my-courses/${COURSE}`);
        await expect(main).toContainText(/6\D?900/);
        await pay('6900', 'T-2');
        await page.reload();
        await expect(main.locator('[aria-current=step]')).toHaveText(myPlace.steps.confirmed);
      });

      await test.step('who cancels reads first what is refunded', async () => {
        await main.getByRole('button', { name: myPlace.cancel.action }).press('Enter');
        const question = page.getByRole('alertdialog', { name: myPlace.cancel.question });
        await expect(question).toContainText(/11\D?900/);
        await question.getByRole('button', { name: myPlace.cancel.confirm }).press('Enter');
        await expect(main).toContainText(myCourses.states.cancelled);
        await expect(main).toContainText(myPlace.payment.refundDue);
      });
    });

    test('a request is withdrawn after a confirmation', async ({ page, visit }) => {
      const user = await createSignedInUser();
      const course = await courseName(COURSE, language);
      await requestPlace(user, COURSE);
      await visit(`/my-courses/${COURSE}`, { language, token: user.token });
      const main = page.getByRole('main');
      const words = myCourses.withdraw.requested;
      await main.getByRole('button', { name: words.action }).press('Enter');
      const question = page.getByRole('alertdialog', { name: words.question });
      await expect(question).toContainText(course);
      await expectAccessible(page);
      await question.getByRole('button', { name: words.action }).press('Enter');
      await expect(question).toBeHidden();
      await expect(main).toContainText(myCourses.states.withdrawn);
      await main.getByRole('link', { name: myPlace.all }).click();
      await expect(main).toContainText(myCourses.empty);
      await main.getByRole('link', { name: myCourses.browse }).click();
      await expect(page).toHaveURL('/courses');
    });
  });
}

test(
  'nothing on the home page moves when its lists arrive',
  { tag: '@phone' },
  async ({ page, visit }) => {
    const user = await createSignedInUser();
    await requestPlace(user, COURSE);
    await recordLayoutShifts(page);
    await dropTimers(page, USER_PATIENCE_MS);
    await visit('/', { token: user.token });
    const courses = page.getByRole('region', { name: translations.en.myCourses.title });
    await expect(courses.getByRole('listitem')).toHaveCount(1);
    await waitForContent(page);
    expect(await layoutShifts(page)).toEqual([]);
  },
);
