import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { legalParts, legalSections } from '#entities/legal/legalSections.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { TermsDialog } from './TermsDialog.tsx';

const nothing = () => undefined;

async function open(language: LanguageCode): Promise<HTMLElement> {
  await openScreen(
    () => (
      <TermsDialog
        hasAgreed={false}
        onAgree={nothing}
        onAgreedChange={nothing}
        onCancel={nothing}
        open
      />
    ),
    { path: '/signup', language, namespaces: ['legal', 'signupSteps'] },
  );
  return screen.findByRole('dialog');
}

describe.each(languages)('the dialog of the terms in $ownName', ({ code: language }) => {
  const { legal, signupSteps } = translations[language];

  it('begins with a summary', async () => {
    const dialog = await open(language);
    const { title, ...points } = signupSteps.terms.summary;
    expect(within(dialog).getAllByRole('heading')[0]).toHaveTextContent(title);
    for (const point of Object.values(points)) {
      expect(within(dialog).getByText(normalizeSpaces(point))).toBeVisible();
    }
  });

  it('has contents, which lead to each section without changing the URL', async () => {
    const dialog = await open(language);
    fireEvent.click(within(dialog).getByText(legal.contents));
    for (const id of legalParts.flatMap((part) => legalSections[part])) {
      const section = document.getElementById(id);
      if (!section) {
        throw new Error(`There is no section ${id}.`);
      }
      let isScrolledTo = false;
      section.scrollIntoView = () => {
        isScrolledTo = true;
      };
      const name = normalizeSpaces(legal.sections[id].title);
      fireEvent.click(within(dialog).getByText(name, { selector: 'button' }));
      expect(isScrolledTo).toBe(true);
      expect(section).toHaveFocus();
    }
    expect(window.location.hash).toBe('');
  });
});
