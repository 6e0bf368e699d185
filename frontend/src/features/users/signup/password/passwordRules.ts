/** What a password must have, in the order in which it is checked (spec §5), and the error code when it has not. */
export const passwordRules = [
  { id: 'length', code: 'password_too_short', isMet: (password: string) => length(password) >= 8 },
  {
    id: 'uppercase',
    code: 'password_uppercase',
    isMet: (password: string) => /\p{Uppercase}/u.test(password),
  },
  { id: 'digit', code: 'password_number', isMet: (password: string) => /\p{N}/u.test(password) },
] as const;

/** The longest that the server takes. */
const LONGEST = 128;

/** The code of the first rule that a password breaks. */
export function validatePassword(password: string) {
  return (
    passwordRules.find(({ isMet }) => !isMet(password))?.code ??
    (length(password) > LONGEST ? 'field_too_long' : undefined)
  );
}

/** In characters as the server counts them, not in halves of them. */
function length(password: string): number {
  return Array.from(password).length;
}
