import entries from '@shared/data/sample-entries.json';
import { fireEvent, screen, within } from '@testing-library/react';
import type { LanguageCode } from '#i18n/languages.ts';
import { normalizeSpaces, translations } from './translations.ts';

export type EntryName = keyof typeof entries;

export function field(language: LanguageCode, name: EntryName): HTMLElement {
  const { signup, userFields } = translations[language];
  const label = { ...userFields, ...signup }[name];
  return screen.getByLabelText(new RegExp(`^${normalizeSpaces(label)}(?: \\(|$)`));
}

export function enter(language: LanguageCode, name: EntryName, value: string): void {
  fireEvent.change(field(language, name), { target: { value } });
}

/** By text: a search by role walks the whole form, and this helper is called often. */
export function press(name: string): void {
  fireEvent.click(screen.getByText(normalizeSpaces(name), { selector: 'button > span' }));
}

/** Fills in the first step, and chooses an occupation in the second one. */
export async function openOccupation(
  language: LanguageCode,
  occupation: 'student' | 'teacher',
): Promise<void> {
  const { signup, signupSteps } = translations[language];
  for (const [name, value] of Object.entries(entries)) {
    enter(language, name as EntryName, value);
  }
  press(signup.next);
  const name = new RegExp(signupSteps.occupation[occupation]);
  fireEvent.click(await screen.findByRole('radio', { name }));
}

/** Agrees in the open dialog of the terms. */
export async function agree(language: LanguageCode): Promise<void> {
  const { terms } = translations[language].signupSteps;
  const dialog = await screen.findByRole('dialog');
  const box = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: terms.agree });
  if (!box.checked) {
    fireEvent.click(box);
  }
  fireEvent.click(within(dialog).getByRole('button', { name: terms.ok }));
}
