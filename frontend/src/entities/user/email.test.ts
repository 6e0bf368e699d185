import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateEmail, normalizeEmail, emailInState } from './email.ts';

describe('normalizeEmail', () => {
  it.each([
    ['amina@exämple.org', 'amina@xn--exmple-cua.org'],
    ['amina@مثال.شبكة', 'amina@xn--mgbh0fb.xn--ngbc5azd'],
  ])('writes the domain of %s for mail systems', (typed, email) => {
    expect(normalizeEmail(typed)).toBe(email);
    expect(validateEmail(typed)).toBeUndefined();
  });

  it.each([
    ' amina@example.org\n',
    '\u200eamina@example.org\u200f',
    '\u202aamina@\u2066example\u2069.org\u202c',
    '\ufeff\u061camina\u200b@example.org \u200f',
    'mailto:amina@example.org',
    ' MAILTO:amina@example.org?subject=Hello',
  ])('makes of %j the address alone', (typed) => {
    expect(normalizeEmail(typed)).toBe('amina@example.org');
  });
});

describe('validateEmail', () => {
  it.each([
    'amina@example.org',
    ' Amina@Example.ORG\n',
    '\u200famina@example.org\u200e',
    "a.b+c_d-e!#$%&'*/=?^`{|}~@sub.example.dz",
    'a@x.fr',
    'a@1.2.f',
    'a@xn--mgbh0fb.xn--p1ai',
    `${'a'.repeat(64)}@example.org`,
    `a@${'b'.repeat(63)}.org`,
    // 254 characters, the most.
    `ab@${'b.'.repeat(124)}org`,
  ])('of %j is none', (typed) => {
    expect(validateEmail(typed)).toBeUndefined();
  });

  it.each([
    '',
    'amina',
    '@example.org',
    'amina@',
    'amina@example',
    'a b@example.org',
    'a@b@example.org',
    'Amina <amina@example.org>',
    'a\r\nBcc: b@example.org',
    '<script>@x.fr',
    'a,b@x.fr',
    'a..b@x.fr',
    '.a@x.fr',
    'a.@x.fr',
    '"a"@x.fr',
    'é@é.fr',
    'é@example.org',
    '\u212a@example.org',
    'amina@مثال .شبكة',
    'amina@exämple.org/path',
    'mailto:',
    'a@x.fr.',
    'a@.x.fr',
    'a@x..fr',
    'a@-x.fr',
    'a@x-.fr',
    'amina@a/b.org',
    'amina@a_b.org',
    'amina@[127.0.0.1]',
    'amina@1.2.3.4',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b.'.repeat(125)}org`,
  ])('of %j is that it is none', (typed) => {
    expect(validateEmail(typed)).toBe('email_invalid');
  });
});

describe('any email address', () => {
  const word = fc.stringMatching(/^[\w!#$%&'*+/=?^`{|}~-]{1,9}$/);
  const label = fc.stringMatching(/^[a-z\d]([a-z\d-]{0,6}[a-z\d])?$/);
  const parts = fc.tuple(
    fc.array(word, { minLength: 1, maxLength: 4 }),
    fc.array(label, { minLength: 1, maxLength: 4 }),
    fc.stringMatching(/^[a-z]([a-z\d-]{0,6}[a-z\d])?$/),
  );
  const address = parts.map(
    ([words, labels, last]) => `${words.join('.')}@${[...labels, last].join('.')}`,
  );
  const invisible = fc.constantFrom('\u200b', '\u200e', '\u061c', '\u2066', '\u00ad', '\ufeff');

  it('is valid with spaces around it and invisible characters in it, and is sent without them', () => {
    fc.assert(
      fc.property(address, invisible, fc.nat(), (email, character, place) => {
        const at = place % (email.length + 1);
        const typed = ` ${email.slice(0, at)}${character}${email.slice(at)}\n`;
        expect(validateEmail(typed)).toBeUndefined();
        expect(normalizeEmail(typed)).toBe(email);
      }),
    );
  });

  it('has one at sign between visible ASCII characters, or is none', () => {
    const unit = fc.oneof(
      fc.constantFrom('@', '.', 'a', '-', ' ', '\n', 'é'),
      fc.string({ maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.string({ unit }), address, fc.nat(), (noise, email, place) => {
        const at = place % (email.length + 1);
        const typed = email.slice(0, at) + noise + email.slice(at);
        fc.pre(validateEmail(typed) === undefined);
        expect(normalizeEmail(typed)).toMatch(/^[!-?A-~]+@[!-?A-~]+$/);
      }),
    );
  });
});

it.each([
  [{ email: 'amina@example.org', from: '/courses' }, 'amina@example.org'],
  [{ email: 7 }, ''],
  [{}, ''],
  ['text', ''],
  [null, ''],
  [undefined, ''],
])('reads from %j the email address %j', (state, email) => {
  expect(emailInState(state)).toBe(email);
});
