import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Plugin, ProxyOptions } from 'vite';

/** A request as CloudFront hands it to its functions; of it, what ours reads. */
export interface CdnRequest {
  uri: string;
  querystring: Record<string, { value: string }>;
  cookies: Record<string, { value: string }>;
}

const source = join(import.meta.dirname, '../../infra/cdn/viewer-request.js');

/** The CDN's own function, run as CloudFront does: alone, and called by its name. */
export function loadViewerRequest(): (request: CdnRequest) => CdnRequest {
  const handler = runInNewContext(`${readFileSync(source, 'utf8')}; handler`) as (event: {
    request: CdnRequest;
  }) => CdnRequest;
  return (request) => handler({ request });
}

/** Hands everything but the inbox on to a CDN that runs. The emulator's is known by the host that it is asked as. */
export function cdnProxy(address: string): Record<string, ProxyOptions> {
  const { host, port } = new URL(address);
  return { '^/(?!inbox(/|$))': { target: `http://127.0.0.1:${port}`, headers: { host } } };
}

/** Lets `vite preview` answer with the page that the CDN would answer with. */
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
          // A build without pages, such as that of another mode: the app renders everything.
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
