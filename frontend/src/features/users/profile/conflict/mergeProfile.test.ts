import { describe, expect, it } from 'vitest';
import { isSameProfile, mergeProfile } from './mergeProfile.ts';

const base = {
  fullname: 'Amina Benali',
  phone1: '+213551234567',
  phone2: '',
  address: 'Algiers',
  country: 'Algeria',
  birthdate: '',
};

describe('mergeProfile', () => {
  it('keeps both changes of different fields', () => {
    expect(
      mergeProfile(
        base,
        { ...base, fullname: 'Amina B.' },
        { ...base, address: 'Oran', phone2: '+1' },
      ),
    ).toEqual({
      merged: { ...base, fullname: 'Amina B.', address: 'Oran', phone2: '+1' },
      conflicts: [],
    });
  });

  it('returns conflicting fields, with my change in the merged profile', () => {
    const mine = { ...base, fullname: 'Mine', address: 'Mine', birthdate: '2001-03-05' };
    const theirs = { ...base, address: 'Theirs', birthdate: '2001-03-05', country: 'France' };
    expect(mergeProfile(base, mine, theirs)).toEqual({
      merged: { ...mine, country: 'France' },
      conflicts: ['address'],
    });
  });

  it('treats emptying a field as a change', () => {
    const full = { ...base, phone2: '+21321234567' };
    expect(
      mergeProfile(full, { ...full, phone2: '' }, { ...full, phone2: '+1' }).conflicts,
    ).toEqual(['phone2']);
  });

  it('treats equal courses as unchanged', () => {
    const teaching = { ...base, courses: ['a', 'b'] };
    const more = { ...teaching, courses: ['a', 'c'] };
    expect(mergeProfile(teaching, { ...base, courses: ['a', 'b'] }, more)).toEqual({
      merged: more,
      conflicts: [],
    });
    expect(mergeProfile(teaching, more, { ...base, courses: ['c'] }).conflicts).toEqual([
      'courses',
    ]);
  });

  it('keeps their changes of fields that are unchanged here', () => {
    expect(mergeProfile(base, base, { ...base, address: 'Oran' })).toEqual({
      merged: { ...base, address: 'Oran' },
      conflicts: [],
    });
  });
});

describe('isSameProfile', () => {
  it('compares every field', () => {
    const teaching = { ...base, courses: ['a'] };
    expect(isSameProfile(teaching, { ...base, courses: ['a'] })).toBe(true);
    expect(isSameProfile(teaching, { ...base, courses: ['b'] })).toBe(false);
    expect(isSameProfile(teaching, { ...teaching, address: 'Oran' })).toBe(false);
  });
});
