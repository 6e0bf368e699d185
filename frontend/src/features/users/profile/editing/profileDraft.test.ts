import countries from '@shared/data/countries.json';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_COUNTRY } from '#entities/country/country.ts';
import { profileFieldsOf } from '#entities/user/profileFields.ts';
import { student } from '#testing/student.ts';
import { clearProfileDraft, storeProfileDraft, restoreProfileDraft } from './profileDraft.ts';
import { toFormValues } from './profileValues.ts';

const saved = toFormValues(profileFieldsOf(student), [DEFAULT_COUNTRY]);
const france = countries.find(({ code }) => code === 'FR') ?? DEFAULT_COUNTRY;

beforeEach(() => {
  sessionStorage.clear();
});

describe('the profile draft', () => {
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
    expect(restoreProfileDraft('1', saved, [DEFAULT_COUNTRY])).toEqual({ ...saved, phone2: '12' });
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
