import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { loadViewerRequest } from '../../vite/cdn.ts';
import { readStack } from './stack.ts';

export const dist = join(import.meta.dirname, '../../dist');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/** The file that the CDN sends for a path, in the language of the URL. */
export function prerenderedFile(): (uri: string, lang: string) => string {
  const viewerRequest = loadViewerRequest();
  return (path, lang) => {
    const asked = viewerRequest({ uri: path, querystring: { lang: { value: lang } }, cookies: {} });
    return 'uri' in asked ? asked.uri : path;
  };
}

interface Content {
  /** The file for a path and the language of the URL. */
  fileFor: (uri: string, lang: string) => string;
  /** Changes pages before they are sent. */
  change: (html: string) => string;
  /** The folder of the files. */
  folder: string;
}

/** Serves a built site, by default that of the app, compressed as by the CDN, and forwards requests to the API. */
export async function serve(
  fileFor: Content['fileFor'],
  { change = (html) => html, folder = dist }: Partial<Omit<Content, 'fileFor'>> = {},
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    handle(request, response, { fileFor, change, folder }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { fileFor, change, folder }: Content,
): Promise<void> {
  const { url = '/' } = request;
  const { pathname, searchParams } = new URL(url, 'http://site');
  if (pathname.startsWith('/api/') || pathname.startsWith('/catalogue/')) {
    await forward(request, response);
    return;
  }
  const file = fileFor(pathname, searchParams.get('lang') ?? '');
  const type = types[extname(file)] ?? 'application/octet-stream';
  const isText = /text|json|svg|manifest/.test(type);
  const stored = readFileSync(join(folder, file));
  const content = type.startsWith('text/html') ? change(stored.toString()) : stored;
  response
    .writeHead(200, {
      'Content-Type': type,
      'Cache-Control': file.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate',
      ...(isText && { 'Content-Encoding': 'gzip' }),
    })
    .end(isText ? gzipSync(content) : content);
}

/** Forwards a request to the API of the running stack. */
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method = 'GET', headers } = request;
  const { authorization, 'content-type': contentType } = headers;
  const sent = await buffer(request);
  const forwarded = await fetch(readStack().site + url, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(contentType && { 'Content-Type': contentType }),
    },
    ...(sent.length > 0 && { body: new Uint8Array(sent) }),
  });
  const body = gzipSync(await forwarded.arrayBuffer());
  response
    .writeHead(forwarded.status, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    })
    .end(body);
}
