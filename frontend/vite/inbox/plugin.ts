import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { readEmails } from './emails.ts';

/**
 * The content security policy of the inbox. The sandboxed frame of an email inherits it: an email can have inline styles, but cannot run
 * scripts or load anything.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves `/inbox`, which shows the emails that the local AWS received. The local AWS delivers no email.
 *
 * Only Vite's servers have the inbox. It is not part of the app, so no build contains it.
 */
export function inbox(emailsUrl: string): Plugin {
  const serve = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use('/inbox', (request, response, next) => {
      handle(emailsUrl, request, response, next).catch(next);
    });
  };
  return { name: 'inbox', apply: 'serve', configureServer: serve, configurePreviewServer: serve };
}

async function handle(
  emailsUrl: string,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  next: Connect.NextFunction,
): Promise<void> {
  switch (url.split('?')[0]) {
    case '/':
      send(response, 200, 'text/html', await readAsset('page.html'));
      return;
    case '/page.js':
      send(response, 200, 'text/javascript', await readAsset('page.js'));
      return;
    case '/mails':
      try {
        const emails = await readEmails(emailsUrl);
        send(response, 200, 'application/json', JSON.stringify(emails));
      } catch (error) {
        send(response, 502, 'text/plain', error instanceof Error ? error.message : '');
      }
      return;
    default:
      next();
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': POLICY,
    'Content-Type': `${type}; charset=utf-8`,
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

function readAsset(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8');
}
