import { client, dataOf, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { changeAsStaff, useStaffQuery } from '../api.ts';
import { asStaff } from '../signInRequest.ts';

export type Person = components['schemas']['Person'];
export type PersonAction = 'block' | 'unblock' | 'end_sessions' | 'resend_verification';

/** The id of the user with that email address or id. Undefined when there is none. */
export async function findPerson(lang: LanguageCode, q: string): Promise<string | undefined> {
  const params = { query: { lang, q } };
  const { people } = await asStaff(() => dataOf(client.GET('/staff/people', { params })));
  return people[0]?._id;
}

export function usePerson(id: string) {
  const params = { path: { user: id } };
  return useStaffQuery(['person', id], (signal) =>
    dataOf(client.GET('/staff/people/{user}', { signal, params })),
  );
}

/** Does something to a person as read. */
export async function act(
  lang: LanguageCode,
  { _id: user, version }: Person,
  action: PersonAction,
): Promise<void> {
  const params = { path: { user }, query: { lang } };
  const body = { action, version };
  await changeAsStaff(() =>
    responseOf(client.POST('/staff/people/{user}/actions', { params, body })),
  );
}
