import { expect } from '@playwright/test';
import { readStack } from './stack.ts';

export interface Email {
  To: string[];
  Subject: string;
  BodyText: string;
}

/** Returns the emails to an email address that the local AWS received, oldest first. */
export async function emailsTo(recipient: string): Promise<Email[]> {
  const response = await fetch(`${readStack().mail}?to=${encodeURIComponent(recipient)}`);
  const { messages } = (await response.json()) as { messages: Record<string, Email[]> };
  return Object.values(messages).flat();
}

/**
 * Waits for an email beyond the `known` ones, and returns it. A verification link is emailed before the response of its endpoint,
 * so the first poll finds it. A password reset code is emailed in parallel with the response, and may come later.
 */
export async function nextEmailTo(recipient: string, known = 0): Promise<Email> {
  let email: Email | undefined;
  await expect
    .poll(
      async () => {
        const emails = await emailsTo(recipient);
        email = emails.at(-1);
        return emails.length;
      },
      { message: `emails to ${recipient}` },
    )
    .toBeGreaterThan(known);
  if (!email) {
    throw new Error(`There is no email to ${recipient}.`);
  }
  return email;
}

/** Returns path and query of the link in an email. */
export function linkIn({ BodyText }: Email): string {
  const link = /https?:\/\/\S+/.exec(BodyText)?.[0];
  if (!link) {
    throw new Error('The email has no link.');
  }
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Returns the six-digit code in an email. */
export function codeIn({ BodyText }: Email): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(BodyText)?.[0];
  if (!code) {
    throw new Error('The email has no code.');
  }
  return code;
}
