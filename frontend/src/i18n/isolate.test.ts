import { expect, it } from 'vitest';
import { isolatedEmail, isolatedName } from './isolate.ts';

it('wraps an address so that it always runs from left to right', () => {
  expect(isolatedEmail('amina@example.org')).toBe('\u2066amina@example.org\u2069');
});

it('wraps a name so that it runs in its own direction', () => {
  expect(isolatedName('أمينة')).toBe('\u2068أمينة\u2069');
});
