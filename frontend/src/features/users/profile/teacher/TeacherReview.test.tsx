import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { TeacherReview } from './TeacherReview.tsx';

describe.each(languages)('the review of an application, in $ownName', ({ code: language }) => {
  const { review: text } = translations[language].profileFiles;

  it.each(['pending', 'approved', 'declined'] as const)('shows that it is %s', async (status) => {
    await openScreen(() => <TeacherReview review={{ status }} />, {
      path: '/profile',
      language,
      namespaces: ['profileFiles'],
    });
    expect(screen.getByText(normalizeSpaces(text[status]))).toBeVisible();
    expect(screen.queryByRole('blockquote')).toBeNull();
  });

  it('leads a refused teacher to the contact page', async () => {
    await openScreen(() => <TeacherReview review={{ status: 'declined' }} />, {
      path: '/profile',
      language,
      namespaces: ['profileFiles'],
    });
    const contact = normalizeSpaces(translations[language].common.pages.contact);
    expect(screen.getByRole('link', { name: contact })).toHaveAttribute('href', '/contact');
  });

  it("shows the operator's reason in its own direction", async () => {
    const reason = 'The CV names no experience.\nNor does the video.';
    await openScreen(() => <TeacherReview review={{ status: 'declined', reason }} />, {
      path: '/profile',
      language,
      namespaces: ['profileFiles'],
    });
    expect(screen.getByText(normalizeSpaces(text.reason))).toBeVisible();
    const quotation = screen.getByRole('blockquote');
    expect(quotation.textContent).toBe(reason);
    expect(quotation).toHaveAttribute('dir', 'auto');
  });
});
