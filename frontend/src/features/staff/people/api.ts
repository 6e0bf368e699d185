import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf, responseOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { refetchStaff, staffKey } from '../api.ts';
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
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...staffKey(token), 'person', id],
      queryFn: ({ signal }) => {
        const params = { path: { user: id } };
        return asStaff(() => dataOf(client.GET('/staff/people/{user}', { signal, params })));
      },
      staleTime: 0,
    },
    queryClient,
  );
}

/** Does something to a person as read. A failure too shows the state of the server: somebody else may have changed it. */
export async function act(
  lang: LanguageCode,
  { _id: user, version }: Person,
  action: PersonAction,
): Promise<void> {
  const params = { path: { user }, query: { lang } };
  const body = { action, version };
  try {
    await asStaff(() => responseOf(client.POST('/staff/people/{user}/actions', { params, body })));
  } finally {
    await refetchStaff();
  }
}
