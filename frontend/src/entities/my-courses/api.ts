import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import { client, dataOf, responseOf, type ClientResponse } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import { ensureTranslations, onLanguageChanged, shownLanguage } from '#i18n/i18n.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { hasCode } from '#lib/apiError.ts';

export type MyCourse = components['schemas']['MyCourse'];
export type MyCourseLists = components['schemas']['MyCourses'];
export type Payer = components['schemas']['Payer'];

/** The longest values of a payer, as on the server. */
export const PAYER_LENGTHS = { name: 100, address: 300, taxNumber: 50 };

/** Fetches what belongs to the user. The key does, too, so that a sign-out removes it. */
export function useOwnQuery<Data>(
  key: readonly string[],
  get: (signal: AbortSignal, lang: LanguageCode) => Promise<Data>,
  options: Pick<UseQueryOptions<Data>, 'gcTime' | 'staleTime'> = {},
) {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...userQueryKey(token), ...key],
      queryFn: ({ signal }) => get(signal, shownLanguage().code),
      enabled: token !== null,
      ...options,
    },
    queryClient,
  );
}

const MY_COURSES = 'my-courses';
const queryKey = (token: string | null) => [...userQueryKey(token), MY_COURSES] as const;

// The list stays on screen while the names in another language are fetched, and when that fails.
onLanguageChanged(refreshMyCourses);

/** The courses that the user has asked for, is enrolled in, and has done, with names in the current language. */
export function useMyCourses() {
  return useOwnQuery(
    [MY_COURSES],
    (signal, lang) =>
      dataOf(client.GET('/users/me/courses', { params: { query: { lang } }, signal })),
    // An operator may have decided since.
    { staleTime: 0 },
  );
}

/** Puts the request for a course at the top of the list, in the place of an earlier one. */
export function addRequest(token: string | null, request: MyCourse): void {
  queryClient.setQueryData<MyCourseLists>(
    queryKey(token),
    (courses) =>
      courses && {
        ...courses,
        requested: [
          request,
          ...courses.requested.filter(({ course }) => course._id !== request.course._id),
        ],
      },
  );
}

/** Fetches the list again, after something else has changed it. */
export function refreshMyCourses(): void {
  void queryClient.invalidateQueries({ queryKey: queryKey(getAccessToken()) });
}

/** The codes which say that the place is no longer what the list says: an operator or another device has changed it. */
const OUTDATED_CODES = [
  'place_request_not_found',
  'already_enrolled',
  'run_over',
  'proof_limit_reached',
  'conflict',
];

/** Waits for the answer. A refusal may say that the list is outdated. */
async function answered(call: Promise<ClientResponse<unknown>>): Promise<void> {
  try {
    await responseOf(call);
  } catch (failure) {
    if (hasCode(failure, ...OUTDATED_CODES)) {
      refreshMyCourses();
    }
    throw failure;
  }
}

/** Withdraws the user's request for a place in a course, before the place is confirmed. */
export async function withdrawRequest(courseId: string): Promise<void> {
  await endPlace(courseId, 'withdrawn', (id) =>
    client.DELETE('/courses/{id}/requests', { params: { path: { id } } }),
  );
}

/** Gives up the user's confirmed place in a course. */
export async function cancelPlace(courseId: string): Promise<void> {
  await endPlace(courseId, 'cancelled', (id) =>
    client.DELETE('/courses/{id}/place', { params: { path: { id } } }),
  );
}

/** Sends an uploaded file as the proof that a reserved place is paid. */
export async function sendProof(courseId: string, file: string): Promise<void> {
  await answered(
    client.POST('/courses/{id}/place/proof', {
      params: { path: { id: courseId } },
      body: { file },
    }),
  );
  refreshMyCourses();
}

/** Says who pays for the user's place in a course. Without a name, it is the user. */
export async function setPayer(courseId: string, payer: Partial<Payer>): Promise<void> {
  await answered(
    client.PUT('/courses/{id}/place/payer', {
      params: { path: { id: courseId } },
      body: payer,
    }),
  );
  refreshMyCourses();
}

/** The list shows the end of the place, or what has become of it otherwise. */
async function endPlace(
  courseId: string,
  state: 'withdrawn' | 'cancelled',
  send: (id: string) => Promise<ClientResponse<unknown>>,
): Promise<void> {
  const token = getAccessToken();
  await answered(send(courseId));
  const before = queryClient.getQueryData<MyCourseLists>(queryKey(token));
  const place = [...(before?.requested ?? []), ...(before?.enrolled ?? [])].find(
    ({ course }) => course._id === courseId,
  )?.place;
  const ended = (courses: MyCourse[]): MyCourse[] =>
    courses.map((each) =>
      each.course._id === courseId ? { ...each, state: 'declined', place: { state } } : each,
    );
  queryClient.setQueryData<MyCourseLists>(
    queryKey(token),
    (courses) =>
      courses && {
        ...courses,
        requested: ended(courses.requested),
        enrolled: ended(courses.enrolled),
      },
  );
  if (place?.received) {
    // The server knows what is paid back. A request without money may be gone there.
    refreshMyCourses();
  }
}

export type Receipt = components['schemas']['Receipt'];
export type Proforma = components['schemas']['Proforma'];

/** A receipt, or the proforma invoice before it, which has no number. */
export type DocumentData = Proforma &
  Pick<Receipt, 'cash'> & { kind: Receipt['kind'] | 'proforma'; number?: string };

/** A document with the texts of its language, `myPlace`. */
export async function withTexts<Data extends Proforma>(loading: Promise<Data>): Promise<Data> {
  const data = await loading;
  await ensureTranslations(data.details.language, ['myPlace']);
  return data;
}
