import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { signUpAsStudent, signupFields, signupValues } from './support/signupForm.ts';
import { translations } from './support/translations.ts';
import { inEnglish } from './support/variants.ts';

/** The time limit of a request (spec §9). */
const TIME_LIMIT_MS = 50_000;

/** Holds a request until its time limit, which `passTimeLimit` reaches at once. Later requests continue to the server. */
async function holdRequest(page: Page, url: RegExp) {
  await page.clock.install();
  await page.route(url, () => undefined);
  const sent = page.waitForRequest(url);
  const release = () => page.unroute(url);
  return {
    sent,
    release,
    passTimeLimit: async () => {
      await sent;
      await page.clock.fastForward(TIME_LIMIT_MS);
      await release();
    },
  };
}

for (const { language, tag } of inEnglish('desktop')) {
  const { common, courses } = translations[language];

  const title = `a list shows that the server takes too long, and offers a retry (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const { passTimeLimit } = await holdRequest(page, /\/catalogue\/\w+\/courses\?/);
    await visit('/courses', { language });
    await passTimeLimit();
    const notice = page.getByRole('alert');
    await expect(notice).toContainText(courses.outdated);
    await expect(notice).toContainText(common.unanswered.timeout);
    await notice.getByRole('button', { name: common.retry }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
}

test('a screen of a signed-in user shows the timeout, and offers a retry', async ({
  page,
  visit,
  sharedUser: { token },
}) => {
  const { common } = translations.en;
  const { sent, release } = await holdRequest(page, /\/users\/me/);
  const visited = visit('/settings', { token });
  await sent;
  const notice = page.getByRole('alert');
  // Bar and screen both load the user, each when its code is loaded. A later request has a time limit of its own.
  await expect(async () => {
    await page.clock.fastForward(TIME_LIMIT_MS);
    await expect(notice).toContainText(common.session.failed, { timeout: 1000 });
  }).toPass();
  await release();
  await expect(notice).toContainText(common.unanswered.timeout);
  await notice.getByRole('button', { name: common.retry }).click();
  await visited;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.settings);
});

test('the sign-up form shows the timeout, and keeps its values', async ({ page, visit }) => {
  const { unanswered } = translations.en.common;
  const { passTimeLimit } = await holdRequest(page, /\/users\/register/);
  await visit('/signup');
  const values = signupValues();
  await signUpAsStudent(page, 'en', values);
  await passTimeLimit();
  await expect(page.getByText(`${unanswered.timeout} ${unanswered.kept}`)).toBeVisible();
  const fields = signupFields(page, 'en');
  for (const name of ['email', 'password', 'phone1', 'city'] as const) {
    await expect(fields[name]).toHaveValue(values[name]);
  }
});

test.describe('without a connection', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  test('a form shows that the connection is lost, and submits when it is back', async ({
    page,
    visit,
    context,
    goOffline,
    sharedUser,
  }) => {
    const { common, signIn } = translations.en;
    await visit('/login');
    await page.getByLabel(signIn.fields.email).fill(sharedUser.email);
    await page.getByLabel(signIn.fields.password, { exact: true }).fill(sharedUser.password);
    await goOffline();
    await page.getByRole('button', { name: signIn.login.submit, exact: true }).click();
    await expect(
      page.getByRole('main').getByText(`${common.unanswered.offline} ${common.unanswered.kept}`),
    ).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: signIn.login.submit, exact: true }).click();
    await expect(page).toHaveURL('/');
  });
});
