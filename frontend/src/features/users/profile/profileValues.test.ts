import fc from 'fast-check';
import { describe, expect, it, beforeEach } from 'vitest';
import countries from '@shared/data/countries.json';
import { DEFAULT_COUNTRY } from '#entities/country/country.ts';
import { profileFieldsOf, type ProfileFields, type User } from '#entities/user/api.ts';
import { EMPTY_USER_VALUES } from '#entities/user/userValues.ts';
import { normalizeText } from '#lib/text.ts';
import { student } from '#testing/student.ts';
import {
  clearProfileDraft,
  storeProfileDraft,
  restoreProfileDraft,
  validateProfile,
  toProfile,
  toFormValues,
  fileOf,
  withFile,
} from './profileValues.ts';

const fields = { ...profileFieldsOf(student), phone2: '+33612345678' };

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
    const stored = { ...fields, courses: ['a', 'b'] };
    const values = toFormValues(stored, countries);
    expect(toProfile(values).courses).toEqual(['a', 'b']);
    expect(validateProfile(values, stored).courses).toBeUndefined();
    const none = validateProfile({ ...values, courses: [] }, stored);
    expect(none.courses).toBe('1_course_atleast_warning');
  });

  it('of a teacher whose courses are all withdrawn require none', () => {
    const stored = { ...fields, courses: [] };
    const values = toFormValues(stored, countries);
    expect(validateProfile(values, stored).courses).toBeUndefined();
  });

  it('require name, phone number, postal address and birthdate', () => {
    expect(validateProfile(EMPTY_USER_VALUES, fields)).toEqual({
      fullname: 'fullname_required',
      phone1: 'phone_required',
      address: 'address_required',
      birthdate: 'birthdate_required',
    });
  });
});

describe('the values of any profile', () => {
  const international = /^\+[1-9]\d{5,14}$/;
  const number = fc.stringMatching(international);
  const profile = fc.constantFrom(...countries).chain((of) => {
    // Numbers of the country, as long as the form accepts them.
    const length = Math.max(...of.lengths) - (of.trunkPrefix ?? '').length;
    const own = fc
      .stringMatching(/^[1-9]\d{4,9}$/)
      .map((national) => `+${of.dialCode}${national.slice(0, length)}`)
      .filter((stored) => international.test(stored));
    const changes = fc.record({
      fullname: fc.string({ unit: 'grapheme' }).map(normalizeText),
      phone1: fc.oneof(number, own),
      phone2: fc.oneof(number, own, fc.constant('')),
      address: fc.string({ unit: 'grapheme' }).map(normalizeText),
      country: fc.constant(of.names.en),
      birthdate: fc.constantFrom('', '2001-03-05'),
    });
    return changes.map((changed): ProfileFields => ({ ...fields, ...changed }));
  });

  /** In a country with the trunk prefix 0 or 1, no number begins with it. */
  const beginsWithTrunkPrefix = (stored: ProfileFields) => {
    const of = countries.find(({ names }) => names.en === stored.country);
    const { dialCode = '', trunkPrefix = '' } = of ?? {};
    const numbers = [stored.phone1, stored.phone2];
    return (
      ['0', '1'].includes(trunkPrefix) &&
      numbers.some((number) => number.startsWith(`+${dialCode}${trunkPrefix}`))
    );
  };

  it('convert back to the profile', () => {
    fc.assert(
      fc.property(profile, (stored) => {
        fc.pre(!beginsWithTrunkPrefix(stored));
        expect(toProfile(toFormValues(stored, countries))).toEqual(stored);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('profileDraft', () => {
  const saved = toFormValues(fields, countries);
  const france = countries.find(({ code }) => code === 'FR') ?? DEFAULT_COUNTRY;

  beforeEach(() => {
    sessionStorage.clear();
  });

  it('restores edits on top of the profile that was saved meanwhile', () => {
    storeProfileDraft('1', { ...saved, phone2: '12', country: france }, saved);
    const now = { ...saved, address: 'Oran' };
    expect(restoreProfileDraft('1', now, countries)).toEqual({
      ...now,
      phone2: '12',
      country: france,
    });
  });

  it('keeps the country of the profile when the stored one is unknown', () => {
    storeProfileDraft('1', { ...saved, phone2: '12', country: france }, saved);
    expect(restoreProfileDraft('1', saved, [DEFAULT_COUNTRY])).toEqual({
      ...saved,
      phone2: '12',
    });
  });

  it('restores nothing when the profile has the edits already', () => {
    const edited = { ...saved, phone2: '12' };
    storeProfileDraft('1', edited, saved);
    expect(restoreProfileDraft('1', edited, countries)).toBeUndefined();
  });

  it('restores courses, and an empty list of courses', () => {
    const teaching = { ...saved, courses: ['a', 'b'] };
    storeProfileDraft('1', { ...teaching, courses: ['b', 'c'] }, teaching);
    expect(restoreProfileDraft('1', teaching, countries)?.courses).toEqual(['b', 'c']);
    storeProfileDraft('1', { ...teaching, courses: [] }, teaching);
    expect(restoreProfileDraft('1', teaching, countries)?.courses).toEqual([]);
  });

  it('is gone once it is cleared, or for another user', () => {
    storeProfileDraft('1', { ...saved, phone2: '12' }, saved);
    expect(restoreProfileDraft('2', saved, countries)).toBeUndefined();
    expect(restoreProfileDraft('1', saved, countries)).toBeUndefined();

    storeProfileDraft('1', { ...saved, phone2: '12' }, saved);
    clearProfileDraft();
    expect(restoreProfileDraft('1', saved, countries)).toBeUndefined();
  });

  it.each([
    'not json',
    'null',
    '{"id":"1"}',
    '{"id":"1","changes":{"address":1}}',
    '{"id":"1","changes":{"address":1,"fullname":"Amina"}}',
  ])('restores nothing when %s is stored', (stored) => {
    sessionStorage.setItem('profileEdits', stored);
    expect(restoreProfileDraft('1', saved, countries)).toBeUndefined();
  });
});

const photo = { _id: 'photo', url: '/photo' };
const curriculum = { _id: 'cv', url: '/cv' };
const file = { _id: 'new', url: '/new' };
const teacher: User = {
  ...student,
  image: photo,
  teacher: { courses: [], curriculum, video: null },
};

describe('the file of a profile', () => {
  it.each([
    ['image', teacher, photo],
    ['curriculum', teacher, curriculum],
    ['video', teacher, null],
    ['image', student, null],
    ['curriculum', student, null],
  ] as const)('in %s', (field, user, expected) => {
    expect(fileOf(user, field)).toBe(expected);
  });
});

describe('a profile with another file', () => {
  it('has it in its field, and everything else unchanged', () => {
    expect(withFile(teacher, 'image', file)).toEqual({ ...teacher, image: file });
    expect(withFile(teacher, 'video', file)).toEqual({
      ...teacher,
      teacher: { courses: [], curriculum, video: file },
    });
  });

  it('has no file of a teacher without one', () => {
    expect(withFile(student, 'curriculum', file)).toEqual(student);
  });
});
