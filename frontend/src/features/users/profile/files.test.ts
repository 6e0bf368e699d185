import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getMe, updateUser, type CurrentUser, type User } from '#entities/user/api.ts';
import { ApiError } from '#lib/apiError.ts';
import { student } from '#testing/student.ts';
import { deleteFile } from './api.ts';
import { replaceFile } from './files.tsx';

vi.mock('./api.ts');
vi.mock(import('#entities/user/api.ts'), async (original) => ({
  ...(await original()),
  getMe: vi.fn<typeof getMe>(),
  updateUser: vi.fn<typeof updateUser>(),
}));

const fileOf = (id: string) => ({ _id: id, url: `https://files/${id}` });

const user: User = {
  ...student,
  birthdate: null,
  image: fileOf('old photo'),
  type: 'teacher',
  teacher: { courses: [], curriculum: fileOf('old CV'), video: null },
};
const saved: CurrentUser = { user, etag: '"2"' };
const replacement = {
  field: 'curriculum',
  file: fileOf('new CV'),
  birthdate: '1990-01-02',
} as const;
const conflict = new ApiError({ code: 'conflict', status: 409 });

describe('replaceFile', () => {
  beforeEach(() => {
    vi.resetAllMocks();
    vi.mocked(getMe).mockResolvedValue({ user, etag: '"1"' });
    vi.mocked(updateUser).mockResolvedValue(saved);
    vi.mocked(deleteFile).mockResolvedValue();
  });

  it('changes the file, and a missing birthdate', async () => {
    await expect(replaceFile('en', replacement)).resolves.toBe(saved);
    const [sent, fields, { etag }] = vi.mocked(updateUser).mock.calls[0] ?? expect.fail();
    expect(sent).toEqual({
      ...user,
      teacher: { courses: [], curriculum: fileOf('new CV'), video: null },
    });
    expect(fields).toMatchObject({ address: student.address, birthdate: '1990-01-02' });
    expect(etag).toBe('"1"');
  });

  it('deletes the old file once the new one is saved, and ignores a failure of that', async () => {
    vi.mocked(deleteFile).mockRejectedValue(ApiError.unreachable());
    await replaceFile('en', replacement);
    expect(deleteFile).toHaveBeenCalledExactlyOnceWith('old CV');
  });

  it('deletes nothing when there was no file, or the same one', async () => {
    await replaceFile('en', { ...replacement, field: 'video' });
    await replaceFile('en', { ...replacement, field: 'image', file: fileOf('old photo') });
    expect(deleteFile).not.toHaveBeenCalled();
  });

  it('deletes nothing when the new file could not be saved', async () => {
    for (const failure of [ApiError.unreachable(), new Error('conflict')]) {
      vi.mocked(updateUser).mockClear().mockRejectedValue(failure);
      await expect(replaceFile('en', replacement)).rejects.toBe(failure);
      expect(updateUser).toHaveBeenCalledTimes(1);
      expect(deleteFile).not.toHaveBeenCalled();
    }
  });

  it('retries when the profile changed meanwhile, up to a limit', async () => {
    vi.mocked(updateUser).mockRejectedValueOnce(conflict);
    await expect(replaceFile('en', replacement)).resolves.toBe(saved);
    expect(getMe).toHaveBeenCalledTimes(2);
    vi.mocked(updateUser).mockRejectedValue(conflict);
    await expect(replaceFile('en', replacement)).rejects.toBe(conflict);
    expect(getMe).toHaveBeenCalledTimes(2 + 3);
  });
});
