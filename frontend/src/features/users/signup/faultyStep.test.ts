import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/apiError.ts';
import { faultyStep } from './faultyStep.ts';

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
