const MIN_LENGTH = 8;
/** The maximum length that the server accepts. */
const MAX_LENGTH = 128;

/** The rules for the password of a new user in the order of validation (spec §5), each with its error code. */
export const passwordRules = [
  {
    id: 'length',
    code: 'password_too_short',
    isMet: (password: string) => validatePasswordLength(password) !== 'password_too_short',
  },
  {
    id: 'uppercase',
    code: 'password_uppercase',
    isMet: (password: string) => /\p{Uppercase}/u.test(password),
  },
  { id: 'digit', code: 'password_number', isMet: (password: string) => /\p{N}/u.test(password) },
] as const;

/** The error code of the first rule that the password of a new user breaks. */
export function validatePassword(password: string) {
  return (
    passwordRules.find(({ isMet }) => !isMet(password))?.code ?? validatePasswordLength(password)
  );
}

/** The error code of a wrong length: the only rule when a password is reset or changed (spec §5, Reset). */
export function validatePasswordLength(password: string) {
  // In code points, as the server counts, not in UTF-16 code units.
  const { length } = Array.from(password);
  if (length < MIN_LENGTH) {
    return 'password_too_short';
  }
  return length > MAX_LENGTH ? 'field_too_long' : undefined;
}
