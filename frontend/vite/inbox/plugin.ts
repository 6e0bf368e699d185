import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { readMails } from './mails.ts';

/**
 * What the page may do. A mail is shown in a frame that inherits this, on top of its sandbox: it styles itself, and neither
 * runs scripts nor fetches anything.
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
 * The mails that the local AWS took, at `/inbox`, for people: in development nothing is delivered.
 *
 * Only Vite's servers have it. It is no part of the app, so no build contains it.
 */
export function inbox(mailAddress: string): Plugin {
  const serve = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use('/inbox', (request, response, next) => {
      answer(mailAddress, request, response, next).catch(next);
    });
  };
  return { name: 'inbox', apply: 'serve', configureServer: serve, configurePreviewServer: serve };
}

async function answer(
  mailAddress: string,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  next: Connect.NextFunction,
): Promise<void> {
  switch (url.split('?')[0]) {
    case '/':
      send(response, 200, 'text/html', await file('page.html'));
      return;
    case '/page.js':
      send(response, 200, 'text/javascript', await file('page.js'));
      return;
    case '/mails':
      try {
        const mails = await readMails(mailAddress);
        send(response, 200, 'application/json', JSON.stringify(mails));
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

function file(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8');
}
