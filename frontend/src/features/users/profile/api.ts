import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAccessToken } from '#api/accessToken.ts';
import { client, responseOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import {
  getMe,
  type CurrentUser,
  updateUser,
  profileFieldsOf,
  type ProfileFields,
} from '#entities/user/api.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';

const queryKey = (token: string | null) => [...userQueryKey(token), 'profile'] as const;

/** The profile when the screen opens: never a cached one, and never replaced during editing. */
export function useFreshProfile() {
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: queryKey(useAccessToken()),
      queryFn: ({ signal }) => getMe(lang, signal),
      gcTime: 0,
      // Also not refetched when the data of the user is invalidated: a save would send the ETag of values that the form does not show.
      staleTime: 'static',
    },
    queryClient,
  );
}

/** The version of the profile that editing is based on; `read` returns the latest one even in an earlier closure. */
export function useEditedProfile() {
  const key = queryKey(useAccessToken());
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    read: () => queryClient.getQueryData<CurrentUser>(key),
    /** Does nothing after the screen was left: the cached profile is gone, or belongs to a form that was opened since. */
    write: (profile: CurrentUser): void => {
      if (isOpen.current) {
        queryClient.setQueryData<CurrentUser>(key, profile);
      }
    },
  };
}

/** The same fields were changed here and elsewhere: the user has to choose. */
export interface Conflict {
  theirs: CurrentUser;
  mine: ProfileFields;
  fields: ProfileField[];
}

type SaveResult = { saved: CurrentUser; conflict?: never } | { saved?: never; conflict: Conflict };

/** Saves edited fields. When other fields were changed elsewhere meanwhile, both changes are kept. */
export async function saveProfile(
  lang: LanguageCode,
  base: CurrentUser,
  edited: ProfileFields,
): Promise<SaveResult> {
  try {
    return { saved: await updateUser(base.user, edited, { lang, etag: base.etag }) };
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'conflict')) {
      throw failure;
    }
  }
  const theirs = await getMe(lang);
  const { merged, conflicts } = mergeProfile(
    profileFieldsOf(base.user),
    edited,
    profileFieldsOf(theirs.user),
  );
  if (conflicts.length > 0) {
    return { conflict: { theirs, mine: merged, fields: conflicts } };
  }
  return { saved: await updateUser(theirs.user, merged, { lang, etag: theirs.etag }) };
}

export type ProfileField = keyof ProfileFields;

interface Merge {
  /** Both changes; where they conflict, mine. */
  merged: ProfileFields;
  /** Fields that were changed here and, differently, elsewhere. */
  conflicts: ProfileField[];
}

export function isSameProfile(a: ProfileFields, b: ProfileFields): boolean {
  return fieldsIn(a).every((field) => isSame(a, b, field));
}

/** Merges the changes that were made here and elsewhere since `base`. */
export function mergeProfile(
  base: ProfileFields,
  mine: ProfileFields,
  theirs: ProfileFields,
): Merge {
  const changed = fieldsIn(base).filter((field) => !isSame(mine, base, field));
  return {
    merged: {
      ...theirs,
      ...Object.fromEntries(changed.map((field) => [field, mine[field]])),
    },
    conflicts: changed.filter(
      (field) => !isSame(theirs, base, field) && !isSame(theirs, mine, field),
    ),
  };
}

function fieldsIn(profile: ProfileFields): ProfileField[] {
  return Object.keys(profile) as ProfileField[];
}

function isSame(a: ProfileFields, b: ProfileFields, field: ProfileField): boolean {
  return isSameValue(a[field], b[field]);
}

/** Whether two values of a field are equal; arrays and plain objects are compared by what they contain. No field holds a file. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!isContainer(a) || !isContainer(b)) {
    return Object.is(a, b);
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSameValue(a[key], b[key]));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Deletes a file permanently, and removes it from the profile that refers to it (contract, call 16). */
export async function deleteFile(id: string): Promise<void> {
  await responseOf(client.DELETE('/file/{id}', { params: { path: { id } } }));
}
