import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { appPaths, pagePaths, signedInPaths } from '../src/app/screenLists.ts';
import { DEFAULT_LANGUAGE, languages } from '../src/i18n/languages.ts';
import { LANGUAGE_COOKIE, languageCookie } from '../src/i18n/languagePreference.ts';
import { loadViewerRequest, loadViewerResponse } from './cdn.ts';
import { courseIds } from './courseIds.ts';

const viewerRequest = loadViewerRequest();
const viewerResponse = loadViewerResponse();

function fileFor(uri: string, { lang, cookie }: { lang?: string; cookie?: string } = {}): string {
  const asked = viewerRequest({
    uri,
    querystring: lang === undefined ? {} : { lang: { value: lang } },
    cookies: cookie === undefined ? {} : { [LANGUAGE_COOKIE]: { value: cookie } },
  });
  return 'uri' in asked ? asked.uri : asked.headers.location.value;
}

/** The response to a page with a query, and what the bucket and the headers policy respond. */
function responseTo(
  query: Record<string, string>,
  headers: Record<string, string> = {},
  statusCode = 200,
) {
  const items = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  return viewerResponse(
    { uri: '/fr/courses.html', querystring: items(query), cookies: {} },
    { statusCode, headers: items(headers), cookies: {} },
  );
}

const coursePaths = courseIds().map((id) => `/courses/${id}`);

describe('the CDN', () => {
  it.each([...pagePaths, ...coursePaths, ...signedInPaths])(
    'maps %s to its prerendered page',
    (path) => {
      const file = path === '/' ? '/index.html' : `${path}.html`;
      expect(fileFor(path)).toBe(file);
      for (const { code } of languages.filter((language) => language !== DEFAULT_LANGUAGE)) {
        expect(fileFor(path, { lang: code })).toBe(`/${code}${file}`);
      }
    },
  );

  it.each(appPaths)('maps %s to the empty page', (path) => {
    expect(fileFor(path, { cookie: 'fr' })).toBe('/spa.html');
  });

  it('maps every path of an area to the empty page', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../infra/cdn/viewer-request.js'),
      'utf8',
    );
    const withArea = source.replace('const AREAS = [', "$&'/staff',");
    const handler = runInNewContext(`${withArea}; handler`) as (event: object) => { uri: string };
    const request = { querystring: {}, cookies: {} };
    for (const uri of ['/staff', '/staff/courses/rust', '/staff/']) {
      expect(handler({ request: { ...request, uri } }).uri, uri).toBe('/spa.html');
    }
    expect(handler({ request: { ...request, uri: '/staffing' } }).uri).toBe('/404.html');
  });

  it('maps a course that the build does not have to the empty page', () => {
    expect(fileFor('/courses/imported-later', { cookie: 'fr' })).toBe('/spa.html');
    expect(fileFor('/courses/constructor')).toBe('/spa.html');
  });

  it.each(['ab', 'a'.repeat(61), 'a/b', '..%2fx', ''])(
    'knows that /courses/%s is no course',
    (id) => {
      expect(fileFor(`/courses/${id}`)).toBe(id === '' ? '/courses.html' : '/404.html');
    },
  );

  it.each([
    ['//courses', '/courses'],
    ['/Courses', '/courses'],
    ['/about//Job/', '/about/job'],
    ['/Courses/Data-Analysis-Python', '/courses/data-analysis-python'],
    ['/Verify-Email', '/verify-email'],
    ['/.well-known/change-password', '/settings'],
  ])('redirects %s to %s', (uri, path) => {
    const query = { lang: { value: 'fr' }, token: { value: 'a.b' } };
    const location = path === '/settings' ? path : `${path}?lang=fr&token=a.b`;
    expect(viewerRequest({ uri, querystring: query, cookies: {} })).toMatchObject({
      statusCode: 302,
      headers: { location: { value: location } },
    });
  });

  it.each(['/Nothing', '//nothing', '/assets//index.js', '/Robots.txt'])(
    'does not redirect %s',
    (uri) => {
      expect(viewerRequest({ uri, querystring: {}, cookies: {} })).toHaveProperty('uri');
    },
  );

  it.each(['AR', 'ar-DZ', 'ar-EG'])('knows the language %s', (lang) => {
    expect(fileFor('/courses', { lang })).toBe('/ar/courses.html');
    expect(responseTo({ lang }).cookies).toHaveProperty('__Host-lang.value', 'ar');
  });

  it('prefers the language in the URL to the one in the cookie', () => {
    expect(fileFor('/courses', { cookie: 'ar' })).toBe('/ar/courses.html');
    expect(fileFor('/courses', { lang: 'fr', cookie: 'ar' })).toBe('/fr/courses.html');
    expect(fileFor('/courses', { lang: 'en', cookie: 'ar' })).toBe('/courses.html');
  });

  it.each(['de', '', 'constructor', '../..'])('ignores the unknown language %j', (code) => {
    expect(fileFor('/courses', { lang: code, cookie: 'ar' })).toBe('/ar/courses.html');
    expect(fileFor('/courses', { cookie: code })).toBe('/courses.html');
  });

  it('serves a page under one path, with an optional trailing slash', () => {
    expect(fileFor('/courses/')).toBe('/courses.html');
    expect(fileFor('/courses.html')).toBe('/404.html');
    expect(fileFor('/fr/courses.html')).toBe('/404.html');
    expect(fileFor('/index.html')).toBe('/404.html');
  });

  it('maps unknown paths to the 404 page of the language', () => {
    expect(fileFor('/nothing/here')).toBe('/404.html');
    expect(fileFor('/Nothing', { cookie: 'fr' })).toBe('/fr/404.html');
    expect(fileFor('//')).toBe('/index.html');
  });

  it('keeps the language of a URL, with the cookie of the app', () => {
    for (const { code } of languages) {
      const cookie = responseTo({ lang: code }).cookies[LANGUAGE_COOKIE];
      expect(`${LANGUAGE_COOKIE}=${cookie?.value}; ${cookie?.attributes}`).toBe(
        languageCookie(code),
      );
    }
  });

  it.each([{}, { lang: 'de' }, { lang: 'constructor' }, { lang: '' }])(
    'sets no cookie for the query %j',
    (query) => {
      expect(responseTo(query).cookies).toEqual({});
    },
  );

  it('responds to a missing page with the status of its object', () => {
    const { statusCode, headers } = responseTo({}, { 'x-amz-meta-status': '404' });
    expect({ statusCode, headers }).toEqual({ statusCode: 404, headers: {} });
  });

  describe('the content security policy of a page', () => {
    const policy = {
      'content-security-policy': "default-src 'none'; script-src 'self' 'sha256-b='",
    };

    it('allows the scripts that its object names', () => {
      const { headers } = responseTo({}, { ...policy, 'x-amz-meta-scripts': "'sha256-a='" });
      expect(headers).toEqual({
        'content-security-policy': {
          value: "default-src 'none'; script-src 'self' 'sha256-a=' 'sha256-b='",
        },
      });
    });

    it('stays as it is for an object without scripts', () => {
      expect(responseTo({}, policy).headers['content-security-policy']?.value).toBe(
        policy['content-security-policy'],
      );
    });

    it('is left out of a 304 without the scripts, which would replace the stored one', () => {
      expect(responseTo({}, policy, 304).headers).toEqual({});
    });
  });

  it('does not rewrite files', () => {
    for (const file of ['/assets/index-abc.js', '/favicon.svg', '/robots.txt', '/sitemap.xml']) {
      expect(fileFor(file, { lang: 'ar' })).toBe(file);
    }
  });
});
