import { resolveConfig } from 'vite';
import { expect, it, vi } from 'vitest';
import { readMails } from './mails.ts';

const ADDRESS = 'http://127.0.0.1:4566/mails';

function sent(id: string, Timestamp: number) {
  const mail = { MessageId: id, To: ['amina@example.org'], Subject: 'أكّد بريدك', Timestamp };
  return { ...mail, BodyText: 'text', BodyHtml: '<p>html</p>' };
}

function answerWith(body: unknown, status = 200) {
  const response = new Response(JSON.stringify(body), { status });
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(response);
}

it('lists the mails of all accounts, newest first', async () => {
  answerWith({
    messages: { '000000000000': [sent('a', 1), sent('c', 3.5)], '111111111111': [sent('b', 2)] },
  });
  const mails = await readMails(ADDRESS);
  expect(mails.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(mails[0]).toEqual({
    id: 'c',
    to: ['amina@example.org'],
    subject: 'أكّد بريدك',
    sentAt: '1970-01-01T00:00:03.500Z',
    text: 'text',
    html: '<p>html</p>',
  });
});

it('shows mails that have one body alone', async () => {
  const mail = { MessageId: 'a', To: ['amina@example.org'], Subject: 'Hello', Timestamp: 1 };
  const messages = {
    '000000000000': [
      { ...mail, BodyHtml: '<p>html</p>' },
      { ...mail, BodyText: 'text' },
    ],
  };
  answerWith({ messages });
  const mails = await readMails(ADDRESS);
  expect(mails.map(({ text, html }) => [text, html])).toEqual([
    ['', '<p>html</p>'],
    ['text', ''],
  ]);
});

it('says when the local AWS does not do it', async () => {
  answerWith({}, 500);
  await expect(readMails(ADDRESS)).rejects.toThrow(`${ADDRESS} answers 500`);
});

it('is no part of a build', async () => {
  vi.stubEnv('MAIL_ADDRESS', ADDRESS);
  const { plugins } = await resolveConfig({ configFile: 'vite.config.ts' }, 'build');
  expect(plugins.map(({ name }) => name)).not.toContain('inbox');
});
