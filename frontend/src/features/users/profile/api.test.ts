import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getMe, type ProfileFields, profileFieldsOf, updateUser } from '#entities/user/api.ts';
import { ApiError } from '#lib/apiError.ts';
import { student } from '#testing/student.ts';
import { isSameValue, saveProfile, isSameProfile, mergeProfile } from './api.ts';

vi.mock(import('#entities/user/api.ts'), async (original) => ({
  ...(await original()),
  getMe: vi.fn<typeof getMe>(),
  updateUser: vi.fn<typeof updateUser>(),
}));

const base = { user: student, etag: '"1"' };
const saved = { user: student, etag: '"3"' };
const edited = { ...profileFieldsOf(student), address: 'Oran' };
const conflict = new ApiError({ code: 'conflict', status: 412 });

describe('saveProfile', () => {
  beforeEach(() => {
    vi.resetAllMocks();
    vi.mocked(updateUser).mockResolvedValue(saved);
  });

  it('saves what was edited, based on the version that was edited', async () => {
    await expect(saveProfile('fr', base, edited)).resolves.toEqual({ saved });
    expect(updateUser).toHaveBeenCalledExactlyOnceWith(student, edited, {
      lang: 'fr',
      etag: '"1"',
    });
  });

  it('keeps changes of other fields that were made elsewhere', async () => {
    const theirs = { user: { ...student, fullname: 'Amina B.' }, etag: '"2"' };
    vi.mocked(updateUser).mockRejectedValueOnce(conflict);
    vi.mocked(getMe).mockResolvedValue(theirs);
    await expect(saveProfile('fr', base, edited)).resolves.toEqual({ saved });
    expect(updateUser).toHaveBeenLastCalledWith(
      theirs.user,
      { ...edited, fullname: 'Amina B.' },
      { lang: 'fr', etag: '"2"' },
    );
  });

  it('lets the user choose when the same field was changed', async () => {
    const theirs = { user: { ...student, address: 'Blida', country: 'France' }, etag: '"2"' };
    vi.mocked(updateUser).mockRejectedValueOnce(conflict);
    vi.mocked(getMe).mockResolvedValue(theirs);
    await expect(saveProfile('fr', base, edited)).resolves.toEqual({
      conflict: { theirs, mine: { ...edited, country: 'France' }, fields: ['address'] },
    });
    expect(updateUser).toHaveBeenCalledTimes(1);
  });

  it.each([
    new ApiError({ code: 'address_required', status: 400 }),
    ApiError.unreachable(),
    new TypeError('x is undefined'),
  ])('fails with every other error: %s', async (failure) => {
    vi.mocked(updateUser).mockRejectedValue(failure);
    await expect(saveProfile('fr', base, edited)).rejects.toBe(failure);
    expect(getMe).not.toHaveBeenCalled();
  });
});

describe('mergeProfile', () => {
  const base = profileFieldsOf(student);

  it('returns conflicting fields, with my change in the merged profile', () => {
    const mine = { ...base, fullname: 'Mine', address: 'Mine', birthdate: '1999-12-31' };
    const theirs = { ...base, address: 'Theirs', birthdate: '1999-12-31', country: 'France' };
    expect(mergeProfile(base, mine, theirs)).toEqual({
      merged: { ...mine, country: 'France' },
      conflicts: ['address'],
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
  const learner = fc.record(
    Object.fromEntries(Object.keys(base).map((name) => [name, text])) as Record<
      Exclude<keyof ProfileFields, 'courses'>,
      typeof text
    >,
  );
  const teacher = learner.chain((fields) =>
    fc.uniqueArray(text, { maxLength: 2 }).map((ids) => ({ ...fields, courses: ids.sort() })),
  );
  /** The type of a user does not change. */
  const versions = fc.oneof(
    fc.tuple(learner, learner, learner),
    fc.tuple(teacher, teacher, teacher),
  );

  describe('any three versions of a profile', () => {
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
  });
});

describe('isSameValue', () => {
  it.each([
    ['a', 'a'],
    [undefined, undefined],
    [[], []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      { code: 'FR', names: { en: 'France' } },
      { code: 'FR', names: { en: 'France' } },
    ],
  ])('finds %j and %j the same', (a, b) => {
    expect(isSameValue(a, b)).toBe(true);
  });

  it.each([
    ['a', 'b'],
    ['', undefined],
    [[], undefined],
    [['a'], ['a', 'b']],
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
    [{}, null],
    [{ code: 'FR' }, {}],
    [{ code: 'FR' }, { code: 'DZ' }],
    [{ names: { en: 'France' } }, { names: { en: 'Algeria' } }],
  ])('tells %j from %j', (a, b) => {
    expect(isSameValue(a, b)).toBe(false);
  });
});
