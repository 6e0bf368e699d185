import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { setAccessToken } from './accessToken.ts';
import { authorizationMiddleware } from './authorization.ts';

type OnRequest = NonNullable<typeof authorizationMiddleware.onRequest>;

const [document = ''] = readFileSync('../infra/openapi.yaml', 'utf8').split(/^components:$/m);

/** The operations of the document, and whether their lists of security requirements name the access token. */
const operations = document
  .split(/^ {2}(?=\/)/m)
  .slice(1)
  .flatMap((pathItem) => {
    const [path = '', ...methods] = pathItem.split(/^ {4}(?=(?:get|put|post|delete):$)/m);
    return methods.map((operation) => ({
      path: path.replace(/:\s*$/, ''),
      method: operation.replace(/:[^]*/, ''),
      takesToken: /^ {6}security: .*\bbearer:/m.test(operation),
    }));
  });

it('knows every operation of the document', () => {
  expect(operations).toHaveLength(document.match(/^ {6}operationId:/gm)?.length ?? 0);
});

it.each(operations)(
  'sends the access token with $method $path as the document says: $takesToken',
  async ({ path, takesToken }) => {
    setAccessToken('abc');
    const request = new Request('/api');
    await authorizationMiddleware.onRequest?.({
      request,
      schemaPath: path,
    } as Parameters<OnRequest>[0]);
    // Spec §7 sends it with this request too, although the API does not need it.
    const isInSpecification = path === '/users/request-reset';
    expect(request.headers.has('Authorization')).toBe(takesToken || isInSpecification);
  },
);
