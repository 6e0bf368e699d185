import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Plugin, ProxyOptions } from 'vite';

/** The properties of a CloudFront request that the function reads. */
export interface CdnRequest {
  uri: string;
  querystring: Record<string, { value: string }>;
  cookies: Record<string, { value: string }>;
}

const source = join(import.meta.dirname, '../../infra/cdn/viewer-request.js');

/** Loads the CloudFront function of the CDN. Like CloudFront, runs it in a context of its own and calls its `handler`. */
export function loadViewerRequest(): (request: CdnRequest) => CdnRequest {
  const handler = runInNewContext(`${readFileSync(source, 'utf8')}; handler`) as (event: {
    request: CdnRequest;
  }) => CdnRequest;
  return (request) => handler({ request });
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
      const dist = join(config.root, config.build.outDir);
      middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cdn');
        if (pathname.startsWith('/api/')) {
          next();
          return;
        }
        const { uri } = viewerRequest({
          uri: pathname,
          querystring: asItems(searchParams),
          cookies: asItems(new URLSearchParams(request.headers.cookie?.replaceAll('; ', '&'))),
        });
        const file = join(dist, uri);
        if (!uri.endsWith('.html')) {
          next();
        } else if (!existsSync(file)) {
          // A build of another mode has no prerendered pages: the app renders everything.
          request.url = '/';
          next();
        } else {
          response
            .writeHead(uri.endsWith('/404.html') ? 404 : 200, {
              'Content-Type': 'text/html; charset=utf-8',
              'Cache-Control': 'no-cache',
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
