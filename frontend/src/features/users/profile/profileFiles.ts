import type { components } from '#api/schema.d.ts';
import type { User } from '#entities/user/user.ts';

export type StoredFile = components['schemas']['StoredFile'];

/** The fields of a profile that refer to a file, with their names on the wire. */
export type FileField = 'image' | 'curriculum' | 'video';

/** The file in a field of a profile, or null. */
export function fileOf({ image, teacher }: User, field: FileField): StoredFile | null {
  return field === 'image' ? image : (teacher?.[field] ?? null);
}

/** Returns the profile with another file. Only teachers have more than a photo. */
export function withFile(user: User, field: FileField, file: StoredFile): User {
  if (field === 'image') {
    return { ...user, image: file };
  }
  return { ...user, teacher: user.teacher && { ...user.teacher, [field]: file } };
}
