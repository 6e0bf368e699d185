import { describe, expect, it } from 'vitest';
import {
  EMPTY_VALUES,
  validateSignup,
  toSignupFields,
  toRegistration,
  type SignupValues,
  isTeacherStep,
  steps,
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

describe('faultsOf', () => {
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
    [{ email: 'amina@example' }, { email: 'email_invalid' }],
    [{ email: 'a b@example.org' }, { email: 'email_invalid' }],
    [{ email: 'a@x.fr.' }, { email: 'email_invalid' }],
    [{ confirmation: 'Correct horse 1' }, { confirmation: 'password_mismatch' }],
    [{ phone2: '12' }, { phone2: 'phone_invalid' }],
    [{ address: ' ' }, { address: 'address_required' }],
    [{ address: '\u200f' }, { address: 'address_required' }],
    [{ fullname: '\u2066\u2069' }, { fullname: 'fullname_required' }],
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
