import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { emailsTo, type Email } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { ops } from './support/ops.ts';
import { logIn } from './support/session.ts';
import { translations, type Language } from './support/translations.ts';
import { createVerifiedUser } from './support/users.ts';
import { variants } from './support/variants.ts';

for (const { language, tag } of variants('phone')) {
  const { about, services } = translations[language];

  test.describe(`interest in a service (${language})`, { tag }, () => {
    test('a visitor logs in, comes back and waits for the service, also on the home page', async ({
      page,
      visit,
    }) => {
      const user = await createVerifiedUser();
      await visit('/about/consulting', { language });
      await page.getByRole('link', { name: about.tellMe }).click();
      await expect(page).toHaveURL('/login');
      await logIn(page, language, user);
      await expect(page).toHaveURL('/about/consulting');

      const consulting = toggleOf(page, language, 'consulting');
      await expect(consulting).toHaveAttribute('aria-pressed', 'false');
      await consulting.press('Enter');
      await expect(page.getByText(services.interest.added)).toBeVisible();
      await expect(consulting).toHaveAttribute('aria-pressed', 'true');
      await expect(consulting).toBeFocused();
      await expectAccessible(page);

      await page.goto('/');
      await expect(consulting).toHaveAttribute('aria-pressed', 'true');
      const networking = toggleOf(page, language, 'networking');
      await expect(networking).toHaveAttribute('aria-pressed', 'false');
      await networking.click();
      await expect(networking).toHaveAttribute('aria-pressed', 'true');
      await consulting.click();
      await expect(page.getByText(services.interest.withdrawn)).toBeVisible();
      await expectAccessible(page);

      await page.reload();
      await expect(networking).toHaveAttribute('aria-pressed', 'true');
      await expect(consulting).toHaveAttribute('aria-pressed', 'false');
    });
  });
}

for (const { language, tag } of variants('desktop')) {
  const { about, common, home, services } = translations[language];

  test.describe(`the opening of a service (${language})`, { tag }, () => {
    test('a user who waits gets an email, whose links lead to the service and to the other requests', async ({
      page,
      visit,
    }) => {
      const user = await createVerifiedUser({}, language);
      // An announcement reaches all users of the stack, so no other test has users who wait for this service.
      const opened = toggleOf(page, language, 'psychology');
      const other = toggleOf(page, language, 'job');
      await visit('/about/psychology', { language });
      await page.getByRole('link', { name: about.tellMe }).click();
      await logIn(page, language, user);
      await opened.click();
      await expect(opened).toHaveAttribute('aria-pressed', 'true');
      await page.goto('/');
      await other.click();
      await expect(other).toHaveAttribute('aria-pressed', 'true');

      await ops('announce', 'psychology', '--early');
      const email = await announcementOf(common.pillars.psychology, user.email);
      const [toService = '', toRequests = '', ...further] = linksIn(email);
      expect(further).toEqual([]);

      await page.goto(toService);
      await expect(page).toHaveURL('/about/psychology');
      await expect(opened).toHaveAttribute('aria-pressed', 'false');

      await page.goto(toRequests);
      await expect(page.getByRole('heading', { name: home.pillarsTitle })).toBeInViewport();
      await expect(other).toHaveAttribute('aria-pressed', 'true');
      await expect(opened).toHaveAttribute('aria-pressed', 'false');
      await other.click();
      await expect(page.getByText(services.interest.withdrawn)).toBeVisible();
      await expect(other).toHaveAttribute('aria-pressed', 'false');
    });
  });
}

/** The button with which a user waits for a service. */
function toggleOf(
  page: Page,
  language: Language,
  area: keyof (typeof translations)[Language]['common']['pillars'],
): Locator {
  const { common, services } = translations[language];
  const name = services.interest.tellMeOf.replace('{{service}}', common.pillars[area]);
  return page.getByRole('button', { name });
}

/** Waits for the email about the opening of a service. The command of another variant may send it. */
async function announcementOf(service: string, recipient: string): Promise<Email> {
  const announcements = async () =>
    (await emailsTo(recipient)).filter(({ Subject }) => Subject.includes(service));
  await expect.poll(announcements).toHaveLength(1);
  const [email] = await announcements();
  if (!email) {
    throw new Error(`There is no email about ${service}.`);
  }
  return email;
}

/** The paths of the links in an email, with their fragments. */
function linksIn({ BodyText }: Email): string[] {
  const links = [...BodyText.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link));
  return links.map(({ pathname, hash }) => pathname + hash);
}
