import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachField, profileFieldsOf, type ProfileFields } from '#entities/user/profileFields.ts';
import { isSameValue } from '#lib/isSameValue.ts';
import { student } from '#testing/student.ts';
import { isSameProfile, mergeProfile } from './mergeProfile.ts';

const base = profileFieldsOf({ ...student, birthdate: null });

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

/** Few values, so that changes are often equal. */
const text = fc.constantFrom('', 'a', 'b', 'c');
const ofStudent = fc.func<[string], string>(text).map((textOf): ProfileFields => eachField(textOf));
const ofTeacher = ofStudent.chain((fields) =>
  fc.uniqueArray(text, { maxLength: 2 }).map((ids) => ({ ...fields, courses: ids.sort() })),
);
/** The type of a user does not change. */
const versions = fc.oneof(
  fc.tuple(ofStudent, ofStudent, ofStudent),
  fc.tuple(ofTeacher, ofTeacher, ofTeacher),
);

describe('any three versions of a profile', () => {
  it('merge into the changed one when only one changed, or both did equally', () => {
    fc.assert(
      fc.property(versions, ([base, changed]) => {
        const expected = { merged: changed, conflicts: [] };
        expect(mergeProfile(base, changed, base)).toEqual(expected);
        expect(mergeProfile(base, base, changed)).toEqual(expected);
        expect(mergeProfile(base, changed, changed)).toEqual(expected);
      }),
    );
  });

  it('conflict in the same fields, whoever merges', () => {
    fc.assert(
      fc.property(versions, ([base, mine, theirs]) => {
        const { conflicts } = mergeProfile(base, mine, theirs);
        expect(mergeProfile(base, theirs, mine).conflicts).toEqual(conflicts);
      }),
    );
  });

  it('merge with every change of both, and with mine where they conflict', () => {
    fc.assert(
      fc.property(versions, ([base, mine, theirs]) => {
        const { merged, conflicts } = mergeProfile(base, mine, theirs);
        for (const field of Object.keys(base) as (keyof typeof base)[]) {
          const [before, here, there] = [base, mine, theirs].map((profile) => profile[field]);
          const isChangedHere = !isSameValue(here, before);
          const isChangedThere = !isSameValue(there, before);
          expect(merged[field]).toEqual(isChangedHere ? here : there);
          expect(conflicts.includes(field)).toBe(
            isChangedHere && isChangedThere && !isSameValue(here, there),
          );
        }
      }),
    );
  });

  it('need no second merge', () => {
    fc.assert(
      fc.property(versions, ([base, mine, theirs]) => {
        const { merged } = mergeProfile(base, mine, theirs);
        expect(mergeProfile(theirs, merged, theirs)).toEqual({ merged, conflicts: [] });
      }),
    );
  });
});
