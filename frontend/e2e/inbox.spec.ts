import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { registerUser } from './support/users.ts';

// Chromium logs every script that the sandboxed frame of an email blocks, Playwright's own scripts included.
test.use({ expectedConsoleMessages: /frame is sandboxed|Content Security Policy|502/ });

test('lists new emails without a reload, and opens their links in a new tab', async ({
  page,
  context,
}) => {
  await page.goto('/inbox');
  const { email } = await registerUser({}, 'ar');
  await page.getByRole('searchbox', { name: 'Recipient' }).fill(email.toUpperCase());
  const listItem = page.getByRole('navigation').getByRole('link');
  await expect(listItem).toContainText(email);
  await expect(page.getByRole('status')).toHaveText('1 mail');

  await listItem.focus();
  await page.keyboard.press('Enter');
  await expect(listItem).toHaveAttribute('aria-current', 'true');
  const emailFrame = page.getByTitle('The mail as HTML').contentFrame();
  await expect(emailFrame.locator('html')).toHaveAttribute('dir', 'rtl');

  for (const link of [emailFrame.getByRole('link'), page.getByRole('article').getByRole('link')]) {
    const opened = context.waitForEvent('page');
    await link.click();
    await expect(await opened).toHaveURL(({ pathname }) => pathname === '/verify-email');
  }

  // The URL contains the open email and the recipient filter.
  await page.reload();
  await expect(page.getByRole('article')).toContainText(email);
  await expect(listItem).toHaveCount(1);
});

test('has no axe violations, and fits the screen', async ({ page }) => {
  const { email } = await registerUser({}, 'fr');
  await page.goto(`/inbox?to=${email}`);
  await page.getByRole('navigation').getByRole('link').click();
  await expect(page.getByRole('article')).toBeVisible();

  // axe cannot run in the sandboxed frame of the email.
  await page.getByTitle('The mail as HTML').evaluate((frame) => {
    frame.remove();
  });
  // This page has no color scheme of its own: it follows the system.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  await expect.poll(() => page.evaluate(overflow)).toBeLessThanOrEqual(0);
});

test('does not run scripts of an email', async ({ page }) => {
  const malicious = (code: string) => `<img src="x" onerror="${code}"><script>${code}</script>`;
  const email = {
    id: malicious("document.title = 'taken'"),
    to: [malicious("document.title = 'taken'")],
    subject: malicious("document.title = 'taken'"),
    sentAt: new Date().toISOString(),
    text: `javascript:alert(1) ${malicious("document.title = 'taken'")}`,
    html: `${malicious("parent.document.title = 'taken'")}<form action="/harm"><button>Harm</button></form>`,
  };
  await page.route('/inbox/mails', (route) => route.fulfill({ json: [email] }));
  const response = await page.goto('/inbox');
  // Playwright does not reliably report requests of a sandboxed frame, so the policy that blocks them is checked.
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  expect(response?.headers()['content-security-policy']).toContain('img-src data:');
  await page.getByRole('navigation').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(email.subject);
  await page.getByTitle('The mail as HTML').contentFrame().getByRole('button').click();

  await expect(page).toHaveTitle('Inbox · local mails');
  await expect(page.getByRole('article').locator('pre a')).toHaveCount(0);
});

test('shows an error when the local AWS does not respond', async ({ page }) => {
  await page.route('/inbox/mails', (route) => route.fulfill({ status: 502, body: 'no answer' }));
  await page.goto('/inbox');
  await expect(page.getByRole('status')).toHaveText('The mails cannot be read: no answer');
});
