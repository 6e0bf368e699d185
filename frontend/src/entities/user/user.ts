import type { components } from '#api/schema.d.ts';

/** A user as the API returns them (`ProfileView`). */
export type User = components['schemas']['User'];

/** The signed-in user. */
export interface CurrentUser {
  user: User;
  /** The version of the profile, for `If-Match`. Null until the user has been fetched. */
  etag: string | null;
}
