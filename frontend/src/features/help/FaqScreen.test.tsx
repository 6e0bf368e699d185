import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { languages } from '#i18n/languages.ts';
import en from '#locales/en/faq.json';
import { openScreen } from '#testing/openScreen.tsx';
import { faqGroups, FaqScreen } from './FaqScreen.tsx';

const open = (language: (typeof languages)[number]['code']) =>
  openScreen(FaqScreen, { path: '/faq', language, namespaces: ['faq'] });

describe('the page of questions', () => {
  it.each(languages)('has every question below its group in $ownName', async ({ code }) => {
    await open(code);
    const regions = screen.getAllByRole('region');
    const counts = regions.map(
      (region) => within(region).getAllByRole('heading', { level: 3 }).length,
    );
    expect(counts).toEqual(Object.values(faqGroups).map(({ length }) => length));
  });

  it('opens a question to its answer, with the link to where it is done', async () => {
    await open('en');
    const question = screen.getByText(en.questions.copy.question);
    const answer = screen.getByText(en.questions.copy.answer);
    expect(answer).not.toBeVisible();
    fireEvent.click(question);
    expect(answer).toBeVisible();
    const link = answer.nextElementSibling;
    expect(link).toBeVisible();
    expect(link).toHaveAttribute('href', '/settings');
  });

  it('leads to the contact page', async () => {
    await open('en');
    const more = screen.getByRole('heading', { name: en.more.title }).nextElementSibling;
    expect(more).toHaveTextContent(en.more.link);
    expect(more).toHaveAttribute('href', '/contact');
  });
});
