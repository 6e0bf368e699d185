import countries from '@shared/data/countries.json';
import { describe, expect, it } from 'vitest';
import { validateProfile, toProfile, toFormValues } from './profileValues.ts';

const fields = {
  fullname: 'Amina Benali',
  phone1: '+213551234567',
  phone2: '+33612345678',
  address: 'Algiers',
  country: 'Algeria',
  birthdate: '2001-03-05',
};

describe('profile values', () => {
  it('have national phone numbers, and convert back to the same profile', () => {
    const values = toFormValues(fields, countries);
    expect(values).toMatchObject({ phone1: '0551234567', phone2: '+33612345678' });
    expect(values.country.code).toBe('DZ');
    expect(toProfile(values)).toEqual(fields);
  });

  it('are trimmed, and empty without a value', () => {
    const values = { ...toFormValues(fields, countries), fullname: ' Amina ', phone2: ' ' };
    expect(toProfile(values)).toMatchObject({ fullname: 'Amina', phone2: '' });
  });

  it('of a teacher contain courses, and require one', () => {
    const values = toFormValues({ ...fields, courses: ['a', 'b'] }, countries);
    expect(toProfile(values).courses).toEqual(['a', 'b']);
    expect(validateProfile(values).courses).toBeUndefined();
    expect(validateProfile({ ...values, courses: [] }).courses).toBe('1_course_atleast_warning');
  });

  it('require name, phone number, postal address and birthdate', () => {
    const empty = { fullname: '', phone1: '', phone2: '', address: '', country: '', birthdate: '' };
    expect(validateProfile(toFormValues(empty, countries))).toEqual({
      fullname: 'fullname_required',
      phone1: 'phone_required',
      phone2: undefined,
      address: 'address_required',
      birthdate: 'birthdate_required',
    });
  });
});
