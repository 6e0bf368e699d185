import { resolveConfig } from 'vite';
import { expect, it, vi } from 'vitest';
import { readEmails } from './emails.ts';

const EMAILS_URL = 'http://127.0.0.1:4566/mails';

function sent(id: string, Timestamp: number) {
  const email = { MessageId: id, To: ['amina@example.org'], Subject: 'أكّد بريدك', Timestamp };
  return { ...email, BodyText: 'text', BodyHtml: '<p>html</p>' };
}

function respondWith(body: unknown, status = 200) {
  const response = new Response(JSON.stringify(body), { status });
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(response);
}

it('lists the emails of all AWS accounts, newest first', async () => {
  respondWith({
    messages: { '000000000000': [sent('a', 1), sent('c', 3.5)], '111111111111': [sent('b', 2)] },
  });
  const emails = await readEmails(EMAILS_URL);
  expect(emails.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(emails[0]).toEqual({
    id: 'c',
    to: ['amina@example.org'],
    subject: 'أكّد بريدك',
    sentAt: '1970-01-01T00:00:03.500Z',
    text: 'text',
    html: '<p>html</p>',
  });
});

it('reads emails with only one body', async () => {
  const email = { MessageId: 'a', To: ['amina@example.org'], Subject: 'Hello', Timestamp: 1 };
  const messages = {
    '000000000000': [
      { ...email, BodyHtml: '<p>html</p>' },
      { ...email, BodyText: 'text' },
    ],
  };
  respondWith({ messages });
  const emails = await readEmails(EMAILS_URL);
  expect(emails.map(({ text, html }) => [text, html])).toEqual([
    ['', '<p>html</p>'],
    ['text', ''],
  ]);
});

it('throws when the local AWS responds with an error', async () => {
  respondWith({}, 500);
  await expect(readEmails(EMAILS_URL)).rejects.toThrow(`${EMAILS_URL} returned 500`);
});

it('is not part of a build', async () => {
  vi.stubEnv('MAIL_ADDRESS', EMAILS_URL);
  const { plugins } = await resolveConfig({ configFile: 'vite.config.ts' }, 'build');
  expect(plugins.map(({ name }) => name)).not.toContain('inbox');
});
