import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReturnPath, returnPathIn } from './returnPath.ts';

describe('parseReturnPath', () => {
  it.each([
    ['/', '/'],
    ['/profile?tab=cv#photo', '/profile?tab=cv#photo'],
    ['/courses?q=%C3%A9t%C3%A9', '/courses?q=%C3%A9t%C3%A9'],
    [`${window.location.origin}/settings`, '/settings'],
    ['/courses?next=//elsewhere.example', '/courses?next=//elsewhere.example'],
    // Nothing decodes these, so they stay paths of this site.
    ['/%2f/elsewhere.example', '/%2f/elsewhere.example'],
    ['/%5celsewhere.example', '/%5celsewhere.example'],
    ['%2f%2felsewhere.example', '/%2f%2felsewhere.example'],
    ['/%09/elsewhere.example', '/%09/elsewhere.example'],
    // These are paths of this site that would be read as another host if they were resolved a second time.
    ['/.//elsewhere.example', '/elsewhere.example'],
    ['/..//elsewhere.example', '/elsewhere.example'],
    ['/x/..//elsewhere.example', '/elsewhere.example'],
    ['/.\\\\elsewhere.example', '/elsewhere.example'],
    ['/%2e//elsewhere.example', '/elsewhere.example'],
    [`${window.location.origin}//elsewhere.example`, '/elsewhere.example'],
  ])('takes %j for the path %j of this site', (value, path) => {
    expect(parseReturnPath(value)).toBe(path);
    const resolvedAgain = new URL(path, window.location.origin);
    expect(resolvedAgain.origin).toBe(window.location.origin);
  });

  it.each([
    'https://elsewhere.example',
    'https:elsewhere.example',
    '//elsewhere.example',
    '///elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '\\/elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/\r\\elsewhere.example',
    ' //elsewhere.example',
    '\u0000//elsewhere.example',
    '//elsewhere.example%2f@localhost',
    `${window.location.origin}.elsewhere.example/`,
    `${window.location.origin}@elsewhere.example/`,
    'http://[',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    `javascript:${window.location.origin}/%0aalert(1)`,
    'data:text/html,<script>alert(1)</script>',
    'blob:null/1234',
    `blob:${window.location.origin}/1234`,
    'file:///etc/passwd',
    'about:blank',
    'mailto:amina@example.org',
    7,
    null,
    undefined,
    ['/profile'],
    { href: '/profile' },
  ])('takes %j for no return path', (value) => {
    expect(parseReturnPath(value)).toBeUndefined();
  });
});

describe('returnPathIn', () => {
  it('reads the state of a location', () => {
    expect(returnPathIn({ from: '/profile' })).toBe('/profile');
    for (const state of [null, undefined, 'text', 7, {}, { from: '//elsewhere.example' }]) {
      expect(returnPathIn(state)).toBeUndefined();
    }
  });
});

describe('any value', () => {
  const { origin, host } = window.location;
  const pieces = [
    ...[
      '/',
      '//',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      '\u0000',
      ' ',
    ],
    ...['http:', 'https:', 'blob:', 'javascript:', 'data:', 'file:', 'null', 'elsewhere.example'],
    ...['profile', 'localhost', origin, host],
  ];
  const address = fc.string({
    unit: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 2 })),
  });

  it('is no return path, or one of this site, which stays the same when it is read again', () => {
    fc.assert(
      fc.property(address, (value) => {
        const path = parseReturnPath(value);
        if (path === undefined) {
          return;
        }
        expect(path).toMatch(/^\/(?!\/)/);
        const resolved = new URL(path, origin);
        expect(resolved.origin).toBe(origin);
        expect(resolved.pathname + resolved.search + resolved.hash).toBe(path);
        expect(parseReturnPath(path)).toBe(path);
      }),
      { numRuns: 5000 },
    );
  });
});
