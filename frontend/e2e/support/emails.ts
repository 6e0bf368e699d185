import { expect } from '@playwright/test';
import { readStack } from './stack.ts';

/** How late a mail may be on a machine that does other things as well. */
const MAIL_PATIENCE_MS = 20_000;

export interface Mail {
  To: string[];
  Subject: string;
  BodyText: string;
}

/** The mails to an address, oldest first, as the local mail service took them. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const answer = await fetch(`${readStack().mail}?to=${encodeURIComponent(address)}`);
  const { messages } = (await answer.json()) as { messages: Record<string, Mail[]> };
  return Object.values(messages).flat();
}

/**
 * The mail to an address that comes after the ones that are known. A link is mailed before its call is answered, so it is there at
 * the first look. A code is sent beside the answer, which a busy machine may delay.
 */
export async function nextMailTo(address: string, known = 0): Promise<Mail> {
  let mail: Mail | undefined;
  await expect
    .poll(
      async () => {
        const mails = await mailsTo(address);
        mail = mails.at(-1);
        return mails.length;
      },
      { message: `mails to ${address}`, timeout: MAIL_PATIENCE_MS },
    )
    .toBeGreaterThan(known);
  if (!mail) {
    throw new Error(`There is no mail to ${address}.`);
  }
  return mail;
}

/** Path and query of the link in a mail: what is before it is where people open the site. */
export function linkIn({ BodyText }: Mail): string {
  const link = /https?:\/\/\S+/.exec(BodyText)?.[0];
  if (!link) {
    throw new Error('The mail has no link.');
  }
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** The six-digit code in a mail. */
export function codeIn({ BodyText }: Mail): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(BodyText)?.[0];
  if (!code) {
    throw new Error('The mail has no code.');
  }
  return code;
}
