import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { words } from './words.ts';

async function expectNoViolations(page: Page, exceptRules: string[] = []) {
  const { violations } = await new AxeBuilder({ page }).disableRules(exceptRules).analyze();
  const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect(found).toEqual([]);
}

const screens = [
  { name: 'home', path: '/' },
  { name: 'courses for visitors', path: '/courses' },
  { name: 'courses for members', path: '/courses', isMember: true },
  { name: 'about courses', path: '/about/courses' },
  { name: 'about job hunting', path: '/about/job' },
  { name: 'about account deletion', path: '/delete-info' },
  { name: 'privacy and terms', path: '/privacy' },
  { name: 'settings', path: '/settings', isMember: true },
  { name: 'account deletion', path: '/delete', isMember: true },
  { name: 'login', path: '/login' },
  { name: 'forgot password', path: '/forgot-password' },
  { name: 'a wrong verification link', path: '/verify-email' },
  { name: 'not found', path: '/no/such/page' },
];

for (const language of ['en', 'ar'] as const) {
  for (const scheme of ['dark', 'light'] as const) {
    for (const { name, path, isMember } of screens) {
      test(`${name} has no violations (${language}, ${scheme})`, async ({
        page,
        visit,
        member: { token },
      }) => {
        await visit(path, { language, scheme, ...(isMember && { token }) });
        if (path.endsWith('/courses')) {
          await expect(page.getByRole('article').first()).toBeVisible();
        }
        await expectNoViolations(page);
      });
    }

    test(`the open menu has no violations (${language}, ${scheme})`, async ({
      page,
      visit,
      isMobile,
    }) => {
      const { navigation } = words[language].common;
      await visit('/', { language, scheme });
      const name = isMobile ? navigation.openMenu : navigation.language;
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
      // A menu is a layer above the page, in none of its landmarks; that is a habit of axe's, not a rule of WCAG.
      await expectNoViolations(page, isMobile ? [] : ['region']);
    });
  }
}
