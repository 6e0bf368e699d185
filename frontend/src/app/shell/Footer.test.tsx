import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import ar from '../../locales/ar/common.json';
import en from '../../locales/en/common.json';
import fr from '../../locales/fr/common.json';

const words = { en, fr, ar };

async function show(language: keyof typeof words): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { common: words[language] } },
    defaultNS: 'common',
  });
  vi.resetModules();
  const { Footer } = await import('./Footer.tsx');
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  );
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(['en', 'fr', 'ar'] as const)('the footer in %s', (language) => {
  const { contact, copyright, brand, pages } = words[language];

  it('has the ways to reach the operator that are configured', async () => {
    vi.stubEnv('VITE_CONTACT_MAIL', 'hello@masar.example');
    vi.stubEnv('VITE_CONTACT_SOCIAL', 'https://social.example/masar');
    await show(language);
    expect(screen.getByRole('navigation', { name: contact.title })).toBeVisible();
    expect(screen.getByRole('link', { name: contact.mail })).toHaveAttribute(
      'href',
      'mailto:hello@masar.example',
    );
    expect(screen.getByRole('link', { name: contact.social })).toHaveAttribute(
      'href',
      'https://social.example/masar',
    );
    expect(screen.queryByRole('link', { name: contact.messaging })).toBeNull();
  });

  it('has its copyright line and legal links without any', async () => {
    await show(language);
    expect(screen.queryByRole('navigation', { name: contact.title })).toBeNull();
    expect(screen.getByText(copyright.replace('{{brand}}', brand))).toBeVisible();
    expect(screen.getByRole('link', { name: pages.privacy })).toHaveAttribute('href', '/privacy');
    expect(screen.getByRole('link', { name: pages.deleteInfo })).toHaveAttribute(
      'href',
      '/delete-info',
    );
  });
});
