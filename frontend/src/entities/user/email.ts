import type { FieldErrorCode } from '#ui/form/useForm.ts';
import { removeInvisible } from '#lib/invisibleCharacters.ts';

/** The longest address that a mail server takes, and the longest part before its @ (RFC 5321). */
const LONGEST = 254;
const LONGEST_LOCAL = 64;

/** Words with dots between them. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** Names with dots between them, at least two, and the last one begins with a letter. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** An e-mail address as it is sent: without what was pasted along with it. */
export function normalizeEmail(typed: string): string {
  return removeInvisible(typed).trim();
}

/** What is wrong with an e-mail address: mail can be sent to what the server takes (`domain/email.rs`), and to nothing else. */
export function validateEmail(typed: string): FieldErrorCode {
  const email = normalizeEmail(typed);
  const [local = '', domain = '', ...rest] = email.split('@');
  const isAddress =
    rest.length === 0 &&
    email.length <= LONGEST &&
    local.length <= LONGEST_LOCAL &&
    LOCAL.test(local) &&
    DOMAIN.test(domain);
  return isAddress ? undefined : 'email_invalid';
}
