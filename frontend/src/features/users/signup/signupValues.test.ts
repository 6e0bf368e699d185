import { describe, expect, it, beforeEach } from 'vitest';
import { signupDraft } from '#entities/session/drafts.ts';
import { ApiError } from '#lib/apiError.ts';
import {
  EMPTY_VALUES,
  validateSignup,
  toSignupFields,
  toRegistration,
  type SignupValues,
  isTeacherStep,
  steps,
  writeDraft,
  readDraft,
  faultyStep,
} from './signupValues.ts';

const amina: SignupValues = {
  ...EMPTY_VALUES,
  fullname: ' Amina Benali ',
  email: ' amina@example.org\u200f ',
  password: ' Correct horse 1 ',
  confirmation: ' Correct horse 1 ',
  phone1: '0551 23 45 67',
  address: ' 12 rue Didouche Mourad ',
  city: ' Algiers ',
  birthdate: '2001-03-05',
};

const codes = (values: SignupValues) =>
  Object.fromEntries(
    Object.entries(validateSignup(values)).filter(([, code]) => code !== undefined),
  );

describe('validateSignup', () => {
  it('accepts valid values', () => {
    expect(codes(amina)).toEqual({});
  });

  it('returns an error for each missing value, in the order of the form', () => {
    expect(Object.entries(codes(EMPTY_VALUES))).toEqual([
      ['fullname', 'fullname_required'],
      ['email', 'email_invalid'],
      ['password', 'password_too_short'],
      ['phone1', 'phone_required'],
      ['address', 'address_required'],
      ['birthdate', 'birthdate_required'],
    ]);
  });

  it.each([
    [{ email: 'amina' }, { email: 'email_invalid' }],
    [{ confirmation: 'Correct horse 1' }, { confirmation: 'password_mismatch' }],
    [{ phone2: '12' }, { phone2: 'phone_invalid' }],
    [{ address: ' ' }, { address: 'address_required' }],
    [{ address: 'x'.repeat(292) }, { address: 'field_too_long' }],
    [{ birthdate: '2999-01-01' }, { birthdate: 'birthdate_in_future' }],
  ])('of %j are %j', (part, faults) => {
    expect(codes({ ...amina, ...part })).toEqual(faults);
  });
});

describe('toRegistration', () => {
  it('trims everything except the password, and joins address and city', () => {
    expect(toRegistration(amina, 'student', 'fr')).toEqual({
      fullname: 'Amina Benali',
      email: 'amina@example.org',
      password: ' Correct horse 1 ',
      phone1: '+213551234567',
      address: '12 rue Didouche Mourad, Algiers',
      country: 'Algeria',
      birthdate: '2001-03-05',
      type: 'student',
    });
  });

  it('joins address and city with an Arabic comma in Arabic', () => {
    const values = { ...amina, address: '12 شارع ديدوش مراد', city: 'الجزائر' };
    expect(toRegistration(values, 'student', 'ar')).toMatchObject({
      address: '12 شارع ديدوش مراد، الجزائر',
    });
  });

  it('contains the second phone number when there is one', () => {
    expect(toRegistration({ ...amina, phone2: '021 23 45 67' }, 'student', 'en')).toMatchObject({
      phone2: '+21321234567',
    });
  });
});

describe('toSignupFields', () => {
  it('is empty without values', () => {
    expect(toSignupFields(EMPTY_VALUES, 'en')).toMatchObject({
      fullname: '',
      email: '',
      address: '',
    });
  });

  it('contains the birthdate, and empty strings without a value', () => {
    expect(toSignupFields({ ...amina, city: '' }, 'en')).toMatchObject({
      phone2: '',
      address: '12 rue Didouche Mourad',
      birthdate: '2001-03-05',
    });
  });
});

describe('steps', () => {
  it('has the steps of teachers after those of everybody', () => {
    expect(steps.map(isTeacherStep)).toEqual([false, false, true, true, true]);
  });
});

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
});

describe('faultyStep', () => {
  const refusal = (code: string | undefined, fields: Record<string, string> = {}) =>
    new ApiError({ ...(code !== undefined && { code }), status: 400, fields });

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
