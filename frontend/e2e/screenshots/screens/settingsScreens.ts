import type { Page } from '@playwright/test';
import type { components } from '../../../src/api/schema';
import { expect } from '../../support/journey.ts';
import { clickButton } from '../../support/signupForm.ts';
import { translations } from '../../support/translations.ts';
import { waitForText, type Screen, type ScreenContext } from './screen.ts';

type Schemas = components['schemas'];

const passkeys: Schemas['Passkey'][] = [
  {
    _id: '1',
    name: 'Work laptop',
    createdAt: '2026-10-02T08:30:00Z',
    lastUsedAt: '2026-11-20T17:05:00Z',
  },
  { _id: '2', name: '', createdAt: '2026-11-21T09:00:00Z', lastUsedAt: null },
];

const session = {
  createdAt: '2026-11-02T09:00:00Z',
  lastSeenAt: '2026-11-20T17:05:00Z',
  expiresAt: '2027-02-20T17:05:00Z',
};

const sessions: Schemas['Session'][] = [
  {
    ...session,
    _id: '1',
    browser: 'Firefox',
    system: 'Windows',
    place: { country: 'DZ', city: 'Oran' },
    isCurrent: true,
  },
  {
    ...session,
    _id: '2',
    browser: 'Safari',
    system: 'iOS',
    place: { country: 'FR', city: null },
    isCurrent: false,
  },
  { ...session, _id: '3', browser: null, system: null, place: null, isCurrent: false },
];

export const settingsScreens: Screen[] = [
  { name: 'settings', path: '/settings', as: 'student' },
  {
    name: 'settings-password',
    path: '/settings',
    as: 'student',
    prepare: async ({ page, language }) => {
      const { errors, settings, signIn } = translations[language];
      await clickButton(page, settings.changePassword.open);
      await page.getByLabel(signIn.fields.newPassword, { exact: true }).fill('P@ssw0rd2026');
      await waitForText(page, errors.password_known);
    },
  },
  {
    name: 'settings-email',
    path: '/settings',
    as: 'student',
    prepare: async ({ page, language }) => {
      const { changeEmail } = translations[language].settings;
      await clickButton(page, changeEmail.open);
      await expect(page.getByLabel(changeEmail.newEmail, { exact: true })).toBeVisible();
    },
  },
  {
    name: 'settings-passkey',
    path: '/settings',
    as: 'student',
    prepare: async ({ page, language }) => {
      const { open, formIntro } = translations[language].settings.passkeys;
      await clickButton(page, open);
      await waitForText(page, formIntro);
    },
  },
  {
    name: 'settings-passkeys',
    path: '/settings',
    as: 'student',
    mockApi: (page) => mockData(page, 'passkeys', passkeys),
    prepare: ({ page }) => waitForText(page, 'Work laptop'),
  },
  {
    name: 'settings-sessions',
    path: '/settings',
    as: 'student',
    mockApi: (page) => mockData(page, 'sessions', sessions),
    prepare: ({ page, language }) =>
      waitForText(page, translations[language].settings.sessions.endOthers),
  },
  {
    name: 'settings-end-others',
    path: '/settings',
    as: 'student',
    isOverlay: true,
    mockApi: (page) => mockData(page, 'sessions', sessions),
    prepare: async ({ page, language }) => {
      await clickButton(page, translations[language].settings.sessions.endOthers);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'settings-export',
    path: '/settings',
    as: 'student',
    mockApi: (page) => mockData(page, 'export', null),
    prepare: async ({ page, language }) => {
      const { open, formIntro } = translations[language].settings.dataExport;
      await clickButton(page, open);
      await waitForText(page, formIntro);
    },
  },
  exportScreen('making', ({ making }) => making),
  exportScreen('ready', ({ download }) => download),
  exportScreen('failed', ({ failedToMake }) => failedToMake),
  {
    name: 'change-email',
    path: '/change-email?token=1',
    prepare: ({ page, language }) =>
      waitForText(page, translations[language].settings.emailLinks.confirmExplanation),
  },
  {
    name: 'revert-email',
    path: '/revert-email?token=1',
    prepare: ({ page, language }) =>
      waitForText(page, translations[language].settings.emailLinks.revertExplanation),
  },
  {
    name: 'stop-reminders',
    path: '/stop-reminders?token=1',
    prepare: ({ page, language }) =>
      waitForText(page, translations[language].settings.emailLinks.stopExplanation),
  },
];

type ExportTexts = (typeof translations)['en']['settings']['dataExport'];

/** The settings with an export in a state, and a text that shows it. */
function exportScreen(
  state: Schemas['DataExport']['state'],
  shown: (texts: ExportTexts) => string,
): Screen {
  const data = {
    state,
    requestedAt: '2026-11-20T17:00:00Z',
    expiresAt: '2026-11-21T17:00:00Z',
    ...(state === 'ready' && { url: 'https://example.org/export' }),
  };
  return {
    name: `settings-export-${state}`,
    path: '/settings',
    as: 'student',
    mockApi: (page) => mockData(page, 'export', data),
    prepare: ({ page, language }: ScreenContext) =>
      waitForText(page, shown(translations[language].settings.dataExport)),
  };
}

/** Replaces what the API returns below `/users/me`. */
function mockData(page: Page, path: string, data: object | null): Promise<void> {
  return page
    .route(new RegExp(`/api/users/me/${path}(\\?|$)`), (route) =>
      route.fulfill({ json: { success: true, data } }),
    )
    .then();
}
