import type { components } from '#api/schema.d.ts';
import type { CurrentUser, User } from '#entities/user/user.ts';

export type StoredFile = components['schemas']['StoredFile'];

/** The fields of a profile that refer to a file, with their names on the wire. */
export type FileField = 'image' | 'curriculum' | 'video';

/** What the files of a profile need from the form beside them. */
export interface ProfileFiles {
  /** Returns whether a file can be saved. If not, it shows the reason, and marks the missing field. */
  canBegin: () => boolean;
  /** The birthdate in the form, for a profile without one. */
  birthdate: string;
  /**
   * Updates the form to the profile with the new file. It does not when other fields were changed elsewhere:
   * then the next save finds the conflict and merges.
   */
  follow: (saved: CurrentUser) => void;
  /** A chosen file is not saved yet: leaving asks for confirmation. */
  setPending: (field: FileField, isPending: boolean) => void;
}

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
