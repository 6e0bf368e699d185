import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signupDraft } from '#entities/session/drafts.ts';
import { ApiError } from '#lib/apiError.ts';
import { writeDraft, readDraft, faultyStep } from './useSignup.ts';
import { EMPTY_VALUES } from './signupValues.ts';

describe('draft', () => {
  const values = {
    ...EMPTY_VALUES,
    fullname: 'Amina',
    password: 'Secret 123',
    confirmation: 'Secret 12',
  };

  const empty = { values: EMPTY_VALUES, occupation: null, courses: [], hasFiles: false };

  beforeEach(() => {
    sessionStorage.clear();
  });

  describe('the sign-up draft', () => {
    it('stores everything except passwords', () => {
      writeDraft({ values, occupation: 'teacher', courses: ['a'], hasFiles: true });
      expect(readDraft()).toEqual({
        values: { ...values, password: '', confirmation: '' },
        occupation: 'teacher',
        courses: ['a'],
        hasFiles: true,
      });
      expect(sessionStorage.getItem('signupDraft')).not.toContain('Secret');
    });

    it('is undefined before it is written and after it is cleared', () => {
      expect(readDraft()).toBeUndefined();
      writeDraft({ values, occupation: null, courses: [], hasFiles: false });
      expect(readDraft()?.occupation).toBeNull();
      signupDraft.clear();
      expect(readDraft()).toBeUndefined();
    });

    it.each([
      'not json',
      'null',
      '[]',
      '{"values":{},"occupation":null}',
      JSON.stringify({ ...empty, values: { ...EMPTY_VALUES, fullname: 1 } }),
      JSON.stringify({ ...empty, values: { ...EMPTY_VALUES, country: null } }),
      JSON.stringify({ ...empty, values: { ...EMPTY_VALUES, country: {} } }),
      JSON.stringify({ ...empty, occupation: 'company' }),
      JSON.stringify({ ...empty, courses: undefined }),
      JSON.stringify({ ...empty, courses: [1] }),
      JSON.stringify({ ...empty, courses: ['a', 1] }),
      JSON.stringify({ ...empty, hasFiles: undefined }),
    ])('is none when what is stored is %s', (stored) => {
      sessionStorage.setItem('signupDraft', stored);
      expect(readDraft()).toBeUndefined();
    });

    it('is undefined when the browser refuses storage', () => {
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('', 'SecurityError');
      });
      writeDraft({ values, occupation: null, courses: [], hasFiles: false });
      expect(readDraft()).toBeUndefined();
    });
  });
});

describe('faultyStep', () => {
  const refusal = (code: string | undefined, fields: Record<string, string> = {}) =>
    new ApiError({ ...(code !== undefined && { code }), status: 400, fields });

  describe('faultyStep', () => {
    it.each([
      ['user_already_exists', {}, 'details'],
      ['email_invalid', { email: 'email_invalid' }, 'details'],
      ['email_invalid', { consent: 'x', birthdate: 'birthdate_invalid' }, 'details'],
      ['course_not_found', {}, 'courses'],
      ['1_course_atleast_warning', {}, 'courses'],
      ['2_courses_only_warning', {}, 'courses'],
      ['consent_required', { consent: 'consent_required' }, undefined],
      ['internal_error', {}, undefined],
      [undefined, {}, undefined],
    ])('of %s with %j is %s', (code, fields, step) => {
      expect(faultyStep(refusal(code, fields))).toBe(step);
    });

    it.each([new TypeError('x is undefined'), undefined])('of %s is none', (failure) => {
      expect(faultyStep(failure)).toBeUndefined();
    });
  });
});
