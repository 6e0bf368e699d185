import { withoutInvisible } from '../invisible.ts';

/** An e-mail address as it is sent: without what was pasted along with it. */
export function emailToSend(typed: string): string {
  return withoutInvisible(typed).trim();
}
