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
 * Stands in for the CDN: site and API are one origin, and `/api` is stripped on the way.
 * An API that cannot be reached answers as the API itself would, not with a blank 500.
 */
export function apiProxy({ apiAddress }: ServerEnvironment): Record<string, ProxyOptions> {
  return {
    '/api': {
      target: apiAddress,
      changeOrigin: true,
      rewrite: (path) => path.replace(/^\/api/, ''),
      configure: (proxy) => {
        proxy.on('error', (_error, _request, response) => {
          if (isHttpResponse(response) && !response.headersSent) {
            response.writeHead(503, { 'Content-Type': 'application/json' }).end(UNAVAILABLE);
          }
        });
      },
    },
  };
}

/** The proxy also reports errors of WebSocket upgrades, where the third argument is a bare socket. */
function isHttpResponse(response: object): response is ServerResponse {
  return 'writeHead' in response;
}
