import { expect, it } from 'vitest';
import { resetProgress } from './resetProgress.ts';
import { hasRestoredForm } from './restoredForms.ts';
import { signupDraft } from './drafts.ts';

it('has a form to restore during a sign-up, and during a password reset', () => {
  expect(hasRestoredForm()).toBe(false);
  signupDraft.write('{}');
  expect(hasRestoredForm()).toBe(true);
  signupDraft.clear();
  expect(hasRestoredForm()).toBe(false);
  resetProgress.write({ email: 'amina@example.org', sentAt: 1 });
  expect(hasRestoredForm()).toBe(true);
  resetProgress.clear();
  expect(hasRestoredForm()).toBe(false);
});
