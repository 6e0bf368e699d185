import type { ServerResponse } from 'node:http';
import type { ProxyOptions } from 'vite';
import errors from '../../shared/locales/en/errors.json' with { type: 'json' };
import type { ServerEnvironment } from './environment.ts';

const UNAVAILABLE = JSON.stringify({
  success: false,
  code: 'service_unavailable',
  message: errors.service_unavailable,
});

/**
 * Forwards `/api` to the API and strips the prefix, as the CDN does: site and API have one origin. The files of a published catalogue,
 * which are responses of the API, are those of the present moment.
 * When the API cannot be reached, the response is the 503 that the API itself sends.
 */
export function apiProxy({ apiUrl }: ServerEnvironment): Record<string, ProxyOptions> {
  const toApi = (rewrite: (path: string) => string): ProxyOptions => ({
    target: apiUrl,
    changeOrigin: true,
    rewrite,
    configure: (proxy) => {
      proxy.on('error', (_error, _request, response) => {
        if (isHttpResponse(response) && !response.headersSent) {
          response.writeHead(503, { 'Content-Type': 'application/json' }).end(UNAVAILABLE);
        }
      });
    },
  });
  return {
    '/api': toApi((path) => path.replace(/^\/api/, '')),
    '/catalogue': toApi((path) => path.replace(/^\/catalogue\/(\w+)\/([^?]*).*/, '/$2?lang=$1')),
  };
}

/** For errors of WebSocket upgrades, the third argument is a socket. */
function isHttpResponse(response: object): response is ServerResponse {
  return 'writeHead' in response;
}
