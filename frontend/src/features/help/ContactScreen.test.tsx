import { act, screen, within } from '@testing-library/react';
import contact from 'virtual:operator/contact';
import details from 'virtual:operator/details';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contactLinks } from '#entities/operator/contactLinks.ts';
import { languages } from '#i18n/languages.ts';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { ContactWays, ContactScreen } from './ContactScreen.tsx';

const visit = { path: '/contact', namespaces: ['contact'] };

const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

const CHECK = 'GET /users/registration-challenge';

/** What the text says before the time of the check. */
const statusOf = (text: string) => new RegExp(`^${normalizeSpaces(text.split('(')[0] ?? '')}`);

describe.each(languages)('the state of the service, in $ownName', ({ code: language }) => {
  const { status } = translations[language].contact;
  const open = () => openScreen(ContactScreen, { ...visit, language });

  it('says that it answers, and when that was checked', async () => {
    const requests = mockApi({
      [CHECK]: dataResponse({ challenge: null }),
    });
    await open();
    const text = await screen.findByText(statusOf(status.answers));
    expect(text).toHaveRole('status');
    expect(text).toHaveTextContent(/\d\d:\d\d/);
    expect(requests.map(({ name }) => name)).toEqual([CHECK]);
  });

  it.each([
    ['an error', errorResponse(503, 'service_unavailable')],
    ['no connection to it', () => Promise.reject(new TypeError())],
  ])('says after %s that it does not answer', async (_, response) => {
    mockApi({ [CHECK]: response });
    await open();
    expect(await screen.findByText(statusOf(status.fails))).toBeVisible();
  });

  it('says nothing without a connection, and asks once there is one', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const requests = mockApi({
      [CHECK]: dataResponse({ challenge: null }),
    });
    await open();
    const section = screen.getByRole('region', { name: normalizeSpaces(status.title) });
    expect(await within(section).findByRole('status')).toHaveTextContent('');
    expect(requests).toEqual([]);
    onLine.mockReturnValue(true);
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(await screen.findByText(statusOf(status.answers))).toBeVisible();
  });
});

it("shows the operator's notice, if there is one", async () => {
  mockApi({});
  const notice = 'On 3 May you cannot log in.';
  details.en.notice = notice;
  onTestFinished(() => {
    details.en.notice = '';
  });
  await openScreen(ContactScreen, visit);
  expect(screen.getByText(notice)).toBeVisible();
});

describe('the contact page', () => {
  it.each(languages)('says who the operator is, in $ownName', async ({ code }) => {
    await openScreen(ContactScreen, { ...visit, language: code });
    const { name, address, hours, registration, taxation, officer, declaration } = details[code];
    for (const value of [name, address, hours, registration, taxation, officer, declaration]) {
      expect(screen.getByText(value)).toBeVisible();
    }
    const { operator } = translations[code].contact;
    expect(details[code].representative).toBe('');
    expect(screen.queryByText(operator.representative)).toBeNull();
  });

  it('leads to the questions, and to every way to reach the operator', async () => {
    await openScreen(ContactScreen, visit);
    expect(hrefs()).toEqual(['/faq', ...contactLinks(contact).map(({ href }) => href)]);
  });

  it('shows the email address, so that it can be copied', async () => {
    await openScreen(ContactScreen, visit);
    const link = screen.getByRole('link', { name: contact.mail });
    expect(link).toHaveAttribute('href', `mailto:${contact.mail}`);
    expect(link).toHaveAttribute('dir', 'ltr');
  });

  it('has only the email address when the operator has set no links', async () => {
    const links = contactLinks({ mail: 'hello@site.org', phone: '', messaging: '', social: '' });
    await openScreen(() => <ContactWays links={links} />, visit);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(hrefs()).toEqual(['mailto:hello@site.org']);
  });
});
