import type { Middleware } from 'openapi-fetch';

/** Requests whose repetition would otherwise fail, because the first has taken effect and only its answer was lost. */
const OPERATIONS = new Set([
  'POST /users/register',
  'PUT /users/me/password',
  'POST /users/verify-reset-code',
  'POST /users/reset-password',
  'DELETE /courses/{id}/requests',
  'DELETE /courses/{id}/place',
]);

/** The keys of requests without an answer, by their content. A page that is closed forgets them. */
const unanswered = new Map<string, string>();

/** The content of each request that was sent. */
const contents = new WeakMap<Request, string>();

/** Gives a request and its repetitions the same key until there is an answer, which the server then gives again. */
export const idempotencyMiddleware: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (!OPERATIONS.has(`${request.method} ${schemaPath}`)) {
      return undefined;
    }
    const body = await request.clone().text();
    const content = [request.url, request.headers.get('Authorization'), body].join('\n');
    const key = unanswered.get(content) ?? crypto.randomUUID();
    unanswered.set(content, key);
    contents.set(request, content);
    request.headers.set('Idempotency-Key', key);
    return request;
  },
  onResponse({ request, response }) {
    // A gateway that has lost the answer of the function responds with 502 to 504.
    if (response.status < 500) {
      unanswered.delete(contents.get(request) ?? '');
    }
    return undefined;
  },
};
