import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getMe } from '#entities/user/api/getMe.ts';
import { updateUser } from '#entities/user/api/updateUser.ts';
import { profileFieldsOf } from '#entities/user/profileFields.ts';
import { ApiError } from '#lib/apiError.ts';
import { student } from '#testing/student.ts';
import { saveProfile } from './saveProfile.ts';

vi.mock('#entities/user/api/getMe.ts');
vi.mock(import('#entities/user/api/updateUser.ts'), async (original) => ({
  ...(await original()),
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
