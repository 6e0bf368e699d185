import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

interface ApiRequest {
  method: string;
  uri: string;
  querystring: Record<string, { value: string }>;
  headers: Record<string, { value: string }>;
}

const source = join(import.meta.dirname, '../../infra/cdn/api-request.js');
const handler = runInNewContext(`${readFileSync(source, 'utf8')}; handler`) as (event: {
  request: ApiRequest;
}) => ApiRequest | { statusCode: number; body: { data: string } };

function resultFor(method: string, site?: string) {
  const headers = site === undefined ? {} : { 'sec-fetch-site': { value: site } };
  return handler({ request: { method, uri: '/api/users/login', querystring: {}, headers } });
}

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s from other sites', (method) => {
  const result = resultFor(method, 'cross-site');
  expect(result).toMatchObject({ statusCode: 403 });
  expect('body' in result && JSON.parse(result.body.data)).toMatchObject({
    success: false,
    code: 'forbidden',
  });
});

it.each(['same-origin', 'same-site', 'none', undefined])('passes changes on from %s', (site) => {
  expect(resultFor('POST', site)).toMatchObject({ method: 'POST', uri: '/users/login' });
});

it.each(['GET', 'HEAD', 'OPTIONS'])('passes %s from other sites on', (method) => {
  expect(resultFor(method, 'cross-site')).toMatchObject({ method, uri: '/users/login' });
});
