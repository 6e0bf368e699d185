import { render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import contact from 'virtual:operator/contact';
import { describe, expect, it } from 'vitest';
import { contactLinks } from '#entities/operator/contactLinks.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { translations } from '#testing/translations.ts';
import { Footer } from './Frame.tsx';

async function show(language: LanguageCode): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { common: translations[language].common } },
    defaultNS: 'common',
  });
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  );
}

describe.each(languages)('the footer in $ownName', ({ code: language }) => {
  const { contact: names, copyright, brand, navigation, pages } = translations[language].common;

  it('has the contact links', async () => {
    await show(language);
    const links = within(screen.getByRole('navigation', { name: names.title })).getAllByRole(
      'link',
    );
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      contactLinks(contact).map(({ kind, href }) => [names[kind], href]),
    );
  });

  it('prints the email address and the other URLs', async () => {
    await show(language);
    const links = screen.getByRole('navigation', { name: names.title }).querySelectorAll('a');
    expect([...links].map(({ dataset }) => dataset['printed'])).toEqual(
      [contact.mail, contact.messaging, contact.social].filter(Boolean),
    );
  });

  it('has the links to help', async () => {
    await show(language);
    const help = within(screen.getByRole('navigation', { name: navigation.help }));
    expect(help.getByRole('link', { name: pages.faq })).toHaveAttribute('href', '/faq');
    expect(help.getByRole('link', { name: pages.contact })).toHaveAttribute('href', '/contact');
  });

  it('has its copyright line and legal links', async () => {
    await show(language);
    expect(screen.getByText(copyright.replace('{{brand}}', brand))).toBeVisible();
    expect(screen.getByRole('link', { name: pages.privacy })).toHaveAttribute('href', '/privacy');
    expect(screen.getByRole('link', { name: pages.deleteInfo })).toHaveAttribute(
      'href',
      '/delete-info',
    );
  });
});
