/** The rules for a password in the order of validation (spec §5), each with its error code. */
export const passwordRules = [
  { id: 'length', code: 'password_too_short', isMet: (password: string) => length(password) >= 8 },
  {
    id: 'uppercase',
    code: 'password_uppercase',
    isMet: (password: string) => /\p{Uppercase}/u.test(password),
  },
  { id: 'digit', code: 'password_number', isMet: (password: string) => /\p{N}/u.test(password) },
] as const;

/** The maximum length that the server accepts. */
const MAX_LENGTH = 128;

/** The error code of the first rule that a password breaks. */
export function validatePassword(password: string) {
  return (
    passwordRules.find(({ isMet }) => !isMet(password))?.code ??
    (length(password) > MAX_LENGTH ? 'field_too_long' : undefined)
  );
}

/** In code points, as the server counts, not in UTF-16 code units. */
function length(password: string): number {
  return Array.from(password).length;
}
