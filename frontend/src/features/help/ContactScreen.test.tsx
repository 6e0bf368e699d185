import { screen } from '@testing-library/react';
import contact from 'virtual:operator/contact';
import details from 'virtual:operator/details';
import { describe, expect, it } from 'vitest';
import { contactLinks } from '#entities/operator/contactLinks.ts';
import { languages } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { ContactWays, ContactScreen } from './ContactScreen.tsx';

const visit = { path: '/contact', namespaces: ['contact'] };

const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

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
