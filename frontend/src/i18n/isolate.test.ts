import { expect, it } from 'vitest';
import { isolatedEmail, isolatedName } from './isolate.ts';

it('isolates an email address as left-to-right', () => {
  expect(isolatedEmail('amina@example.org')).toBe('\u2066amina@example.org\u2069');
});

it('isolates a name in its own direction', () => {
  expect(isolatedName('أمينة')).toBe('\u2068أمينة\u2069');
});
