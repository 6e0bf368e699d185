import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import countries from '../../shared/data/countries.json' with { type: 'json' };

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

it.each([
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, 'cross-site'] as const),
  ['POST', 'same-site'] as const,
])('refuses %s from another origin (%s)', (method, site) => {
  const result = resultFor(method, site);
  expect(result).toMatchObject({ statusCode: 403 });
  expect('body' in result && JSON.parse(result.body.data)).toMatchObject({
    success: false,
    code: 'forbidden',
  });
});

it.each(['same-origin', 'none', undefined])('passes changes on from %s', (site) => {
  expect(resultFor('POST', site)).toMatchObject({ method: 'POST', uri: '/users/login' });
});

it.each(['GET', 'HEAD', 'OPTIONS'])('passes %s from other sites on', (method) => {
  expect(resultFor(method, 'cross-site')).toMatchObject({ method, uri: '/users/login' });
});

describe('the country in the cache key', () => {
  function countryFor(value: string, values: string[] = [value]) {
    const country = { value, multiValue: values.map((item) => ({ value: item })) };
    const querystring = { country, lang: { value: 'fr' } };
    const result = handler({
      request: { method: 'GET', uri: '/api/coursePrices', querystring, headers: {} },
    });
    return 'querystring' in result && result.querystring;
  }
  const lang = { value: 'fr' };

  it('keeps every country, as sent by browsers and decoded', () => {
    for (const { names } of countries) {
      const encoded = encodeURIComponent(names.en);
      expect(countryFor(encoded)).toEqual({ lang, country: { value: encoded } });
      expect(countryFor(names.en)).toEqual({ lang, country: { value: names.en } });
      const form = new URLSearchParams({ country: names.en }).toString().replace('country=', '');
      expect(countryFor(form)).toEqual({
        lang,
        country: { value: form === names.en ? names.en : encoded },
      });
    }
  });

  it.each([
    ['france', 'France'],
    [' FRANCE ', 'France'],
    ['%46rance', 'France'],
    ['France+', 'France'],
    ['saudi%20ARABIA', 'Saudi%20Arabia'],
    ['C%C3%94TE+D%E2%80%99IVOIRE', 'C%C3%B4te%20d%E2%80%99Ivoire'],
  ])('has one name for %j', (value, name) => {
    expect(countryFor(value)).toEqual({ lang, country: { value: name } });
  });

  it('keeps the first of several countries', () => {
    expect(countryFor('France', ['France', 'Algeria'])).toEqual({
      lang,
      country: { value: 'France' },
    });
  });

  it.each([
    '',
    'FR',
    'Atlantis',
    'France1',
    'constructor',
    '%',
    '%E0%A4%A',
    'France%00',
    '%2546rance',
  ])('drops %j', (value) => {
    expect(countryFor(value)).toEqual({ lang });
  });
});
