import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { entries, fieldsOf, signUp } from './signupForm.ts';
import { inEnglish } from './variants.ts';
import { words } from './words.ts';

/** Spec §9. */
const TIME_LIMIT_MS = 50_000;

/** Lets a call go without an answer until its time is over; what happens after is the journey's. */
async function holdCall(page: Page, call: RegExp): Promise<{ letTimePass: () => Promise<void> }> {
  await page.clock.install();
  await page.route(call, () => undefined);
  const sent = page.waitForRequest(call);
  return {
    letTimePass: async () => {
      await sent;
      await page.clock.fastForward(TIME_LIMIT_MS);
      await page.unroute(call);
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
  const { letTimePass } = await holdCall(page, /\/users\/me/);
  const gate = page.waitForResponse(/\/assets\/WhoIsThis-/);
  const visited = visit('/settings', { token });
  // Both ask for the person, as soon as they are there.
  await gate;
  await expect(page.getByRole('banner').getByRole('link', { name: common.brand })).toBeVisible();
  await letTimePass();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(common.session.failed);
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
