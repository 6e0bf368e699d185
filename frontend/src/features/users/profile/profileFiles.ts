import type { components } from '#api/schema.d.ts';
import type { User } from '#entities/user/user.ts';

export type StoredFile = components['schemas']['StoredFile'];

/** What a file is to a profile; with the names that the wire has for it. */
export type FileField = 'image' | 'curriculum' | 'video';

/** The file that a profile has for something, if it has one. */
export function fileOf({ image, teacher }: User, field: FileField): StoredFile | null {
  return field === 'image' ? image : (teacher?.[field] ?? null);
}

/** The profile with a file in the place of the one before. Only teachers have others than the photo. */
export function replaceFileOf(user: User, field: FileField, file: StoredFile): User {
  if (field === 'image') {
    return { ...user, image: file };
  }
  return { ...user, teacher: user.teacher && { ...user.teacher, [field]: file } };
}
