import { removeInvisible } from '#lib/text.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';

/** The maximum lengths of an email address and of its local part (RFC 5321). */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Words separated by dots. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** At least two labels separated by dots; the last one begins with a letter. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * An email address as it is sent: without invisible characters and outer spaces, and without what a copied link adds. A domain in another
 * script has the form in which mail systems know it.
 */
export function normalizeEmail(typed: string): string {
  const email = removeInvisible(typed)
    .trim()
    .replace(/^mailto:([^?]*).*$/i, '$1');
  const [, local = '', domain = ''] = /^([^@]*)@([^@]*)$/.exec(email) ?? [];
  return /^[ -~]*$/.test(domain) ? email : `${local}@${toAscii(domain)}`;
}

/** What is no domain stays as it is, and is refused. */
function toAscii(domain: string): string {
  try {
    return /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? new URL(`https://${domain}`).hostname : domain;
  } catch {
    return domain;
  }
}

/** Returns the error code of an email address. The server has the same rules (`EmailAddress`). */
export function validateEmail(typed: string): FieldErrorCode {
  const email = normalizeEmail(typed);
  const [local = '', domain = '', ...rest] = email.split('@');
  const isEmail =
    rest.length === 0 &&
    email.length <= MAX_LENGTH &&
    local.length <= MAX_LOCAL_LENGTH &&
    LOCAL.test(local) &&
    DOMAIN.test(domain);
  return isEmail ? undefined : 'email_invalid';
}

/**
 * The email address that another screen passes on in the state of the history entry. Browsers keep that state across releases, so it may
 * contain anything.
 */
export function emailInState(state: unknown): string {
  const { email } = (state ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : '';
}
