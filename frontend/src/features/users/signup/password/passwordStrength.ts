import { validatePassword } from './passwordRules.ts';

export const strengths = ['weak', 'fair', 'good', 'strong'] as const;

export type Strength = (typeof strengths)[number];

/** From how many bits on a password is more than weak, more than fair, and strong. */
const STEPS = [45, 60, 80];

/** What is tried first in our languages. A digit in the place of a letter fools nobody. */
const COMMON =
  /password|passwort|motdepasse|passe|azerty|qwerty|qwertz|admin|welcome|bienvenue|bonjour|marhaba|salam|algerie|algeria|letmein|iloveyou|jetaime|soleil|football|monkey|dragon|masar/g;

const LETTERS_FOR_DIGITS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
};

/** The kinds of characters, with how many there are to guess from. */
const KINDS: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[!-/:-@[-`{-~ ]/, 33],
  [/[^ -~]/, 60],
];

/**
 * An estimate of how hard a password is to guess, for the person's information: the rules alone decide.
 *
 * What is known of the person counts for nothing, nor does what follows from the character before (`aaa`, `123`).
 */
export function strengthOf(password: string, personal: string[]): Strength {
  if (validatePassword(password) !== undefined) {
    return 'weak';
  }
  const pool = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = surprises(withoutWords(password, personal)) * Math.log2(pool);
  return strengths[STEPS.filter((step) => bits >= step).length] ?? 'weak';
}

/** Leaves the first letter of every word that is known or common: that there is one may be guessed, too. */
function withoutWords(password: string, personal: string[]): string {
  const known = personal
    .flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 2)
    .map((word) => new RegExp(word, 'gu'));
  // Found in the plain form and taken out of the real one, where a digit is still a digit.
  const found = [...known, COMMON].flatMap((word) => [...plain(password).matchAll(word)]);
  const units = password.toLowerCase().split('');
  for (const { index, 0: word } of found) {
    units.fill('', index + 1, index + word.length);
  }
  return units.join('');
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[01345@$]/g, (digit) => LETTERS_FOR_DIGITS[digit] ?? digit);
}

/** How many characters do not repeat or continue the one before them. */
function surprises(text: string): number {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return points.filter((point, index) => Math.abs(point - (points[index - 1] ?? Infinity)) > 1)
    .length;
}
