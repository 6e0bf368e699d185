import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { entries, fieldsOf, signUp } from './support/signupForm.ts';
import { inEnglish } from './support/variants.ts';
import { words } from './support/translations.ts';

/** Spec §9. */
const TIME_LIMIT_MS = 50_000;

/** Leaves a call without an answer until its time is over; what happens after is the journey's. */
async function holdCall(page: Page, call: RegExp) {
  await page.clock.install();
  await page.route(call, () => undefined);
  const sent = page.waitForRequest(call);
  const release = () => page.unroute(call);
  return {
    sent,
    release,
    letTimePass: async () => {
      await sent;
      await page.clock.fastForward(TIME_LIMIT_MS);
      await release();
    },
  };
}

for (const { language, tag } of inEnglish('desktop')) {
  const { common, courses } = words[language];

  const title = `a list says in its place that the server takes too long, and can be tried again (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const { letTimePass } = await holdCall(page, /\/api\/courses\?/);
    await visit('/courses', { language });
    await letTimePass();
    const notice = page.getByRole('alert');
    await expect(notice).toContainText(courses.failed);
    await expect(notice).toContainText(common.unanswered.timeout);
    await notice.getByRole('button', { name: common.retry }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
}

test('a screen for members says so in its place', async ({ page, visit, member: { token } }) => {
  const { common } = words.en;
  const { sent, release } = await holdCall(page, /\/users\/me/);
  const visited = visit('/settings', { token });
  await sent;
  const notice = page.getByRole('alert');
  // Bar and screen ask for the person, each when its code is there: the one that asks after the other's time has its own.
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

test('a signup says so, and keeps what was entered', async ({ page, visit }) => {
  const { unanswered } = words.en.common;
  const { letTimePass } = await holdCall(page, /\/users\/register/);
  await visit('/signup');
  const values = entries();
  await signUp(page, 'en', values);
  await letTimePass();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    `${unanswered.timeout} ${unanswered.kept}`,
  );
  const fields = fieldsOf(page, 'en');
  for (const name of ['email', 'password', 'phone1', 'city'] as const) {
    await expect(fields[name]).toHaveValue(values[name]);
  }
});

test.describe('without a network', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  test('a form says that, and nothing of the server', async ({ page, visit, context, member }) => {
    const { account, common } = words.en;
    await visit('/login');
    await page.getByLabel(account.fields.email).fill(member.email);
    await page.getByLabel(account.fields.password, { exact: true }).fill(member.password);
    await context.setOffline(true);
    await page.getByRole('button', { name: account.login.submit }).click();
    await expect(
      page.getByRole('main').getByText(`${common.unanswered.offline} ${common.unanswered.kept}`),
    ).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: account.login.submit }).click();
    await expect(page).toHaveURL('/');
  });
});
