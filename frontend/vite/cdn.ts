import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Plugin, ProxyOptions } from 'vite';

/** The properties of a CloudFront request that the functions read. */
export interface CdnRequest {
  uri: string;
  querystring: Record<string, { value: string }>;
  cookies: Record<string, { value: string }>;
}

/** The properties of a CloudFront response that the functions read or write. */
export interface CdnResponse {
  statusCode: number;
  headers: Record<string, { value: string }>;
  cookies: Record<string, { value: string; attributes: string }>;
}

/** A response in place of a file. */
interface CdnRedirect {
  statusCode: number;
  headers: { location: { value: string } };
}

interface CdnEvent {
  request: CdnRequest;
  response?: CdnResponse;
}

/** Loads the `handler` of a CloudFront function. Like CloudFront, runs it in a context of its own. */
function load(name: string): (event: CdnEvent) => unknown {
  const source = join(import.meta.dirname, `../../infra/cdn/${name}.js`);
  return runInNewContext(`${readFileSync(source, 'utf8')}; handler`) as (
    event: CdnEvent,
  ) => unknown;
}

/** Loads the function that maps a path to a stored file, or redirects to another path. */
export function loadViewerRequest(): (request: CdnRequest) => CdnRequest | CdnRedirect {
  const handler = load('viewer-request');
  return (request) => handler({ request }) as CdnRequest | CdnRedirect;
}

/** Loads the function that completes a response. */
export function loadViewerResponse(): (request: CdnRequest, response: CdnResponse) => CdnResponse {
  const handler = load('viewer-response');
  return (request, response) => handler({ request, response }) as CdnResponse;
}

/** Forwards all requests except the inbox to a running CDN. The local AWS finds the distribution by the `Host` header. */
export function cdnProxy(url: string): Record<string, ProxyOptions> {
  const { host, port } = new URL(url);
  return { '^/(?!inbox(/|$))': { target: `http://127.0.0.1:${port}`, headers: { host } } };
}

/** Makes `vite preview` respond with the page that the CDN would send. */
export function cdn(): Plugin {
  return {
    name: 'cdn',
    configurePreviewServer: ({ config, middlewares }) => {
      const viewerRequest = loadViewerRequest();
      const viewerResponse = loadViewerResponse();
      const dist = join(config.root, config.build.outDir);
      middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cdn');
        if (pathname.startsWith('/api/')) {
          next();
          return;
        }
        const asked = viewerRequest({
          uri: pathname,
          querystring: asItems(searchParams),
          cookies: asItems(new URLSearchParams(request.headers.cookie?.replaceAll('; ', '&'))),
        });
        if ('statusCode' in asked) {
          response.writeHead(asked.statusCode, { Location: asked.headers.location.value }).end();
          return;
        }
        const { uri } = asked;
        const file = join(dist, uri);
        if (!uri.endsWith('.html')) {
          next();
        } else if (!existsSync(file)) {
          // A build of another mode has no prerendered pages: the app renders everything.
          request.url = '/';
          next();
        } else {
          const isMissing = uri.endsWith('/404.html');
          const { statusCode, cookies } = viewerResponse(asked, {
            statusCode: 200,
            headers: isMissing ? { 'x-amz-meta-status': { value: '404' } } : {},
            cookies: {},
          });
          response
            .writeHead(statusCode, {
              'Content-Type': 'text/html; charset=utf-8',
              'Cache-Control': 'public, max-age=0, must-revalidate',
              'Set-Cookie': Object.entries(cookies).map(
                ([name, { value, attributes }]) => `${name}=${value}; ${attributes}`,
              ),
            })
            .end(readFileSync(file));
        }
      });
    },
  };
}

function asItems(values: Iterable<[string, string]>): Record<string, { value: string }> {
  return Object.fromEntries([...values].map(([name, value]) => [name, { value }]));
}
