import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components, paths } from '#api/schema.d.ts';
import { withTexts } from '#entities/my-courses/api.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { refetchStaff, staffKey } from '../api.ts';
import { asStaff } from '../signInRequest.ts';
import { useSearch } from '../kit/page.tsx';

export type Place = components['schemas']['StaffPlace'];
export type ListedPlace = components['schemas']['StaffListedPlace'];
export type Decision = Place['decisions'][number];

type Query = NonNullable<paths['/staff/places']['get']['parameters']['query']>;
export type PlaceFilter = Pick<Query, 'state' | 'course' | 'run' | 'q'>;

type Body<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Json } } };
}
  ? Json
  : never;
export type DecisionBody = Body<'/staff/places/{user}/{course}/decisions'>;
export type PaymentBody = Body<'/staff/places/{user}/{course}/payments'>;

interface PlaceId {
  user: string;
  course: string;
}

/** The places that wait in a state, those of a run, or what `q` names, page by page. */
export function usePlaces(lang: LanguageCode, filter: PlaceFilter) {
  const token = useAccessToken();
  return useInfiniteQuery(
    {
      queryKey: [...staffKey(token), 'places', lang, filter],
      queryFn: ({ signal, pageParam }) => {
        const query = { lang, ...filter, ...(pageParam && { cursor: pageParam }) };
        return asStaff(() => dataOf(client.GET('/staff/places', { signal, params: { query } })));
      },
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
      staleTime: 0,
    },
    queryClient,
  );
}

const placeKey = (token: string | null, lang: LanguageCode, { user, course }: PlaceId) => [
  ...staffKey(token),
  'place',
  lang,
  user,
  course,
];

/** A place with its money and its history. */
export function usePlace(lang: LanguageCode, place: PlaceId) {
  const token = useAccessToken();
  const params = { path: place, query: { lang } };
  return useQuery(
    {
      queryKey: placeKey(token, lang, place),
      queryFn: ({ signal }) =>
        asStaff(() => dataOf(client.GET('/staff/places/{user}/{course}', { signal, params }))),
      staleTime: 0,
    },
    queryClient,
  );
}

/** What is still to pay for a place, and for those with the same payer in its run. */
export function useProforma(lang: LanguageCode, place: PlaceId) {
  const token = useAccessToken();
  const params = { path: place, query: { lang } };
  return useQuery(
    {
      queryKey: [...placeKey(token, lang, place), 'proforma'],
      queryFn: async ({ signal }) => {
        const get = () => client.GET('/staff/places/{user}/{course}/proforma', { signal, params });
        const data = await withTexts(asStaff(() => dataOf(get())));
        return { ...data, kind: 'proforma' as const };
      },
      staleTime: 0,
    },
    queryClient,
  );
}

/** Decides about a place. After a refusal the place is fetched again, since somebody else may have changed it. */
export async function decide(lang: LanguageCode, place: PlaceId, body: DecisionBody) {
  const params = { path: place, query: { lang } };
  try {
    return await asStaff(() =>
      dataOf(client.POST('/staff/places/{user}/{course}/decisions', { params, body })),
    );
  } finally {
    await refetchStaff();
  }
}

/** Records an entry of the ledger, as {@link decide}. */
export async function recordPayment(lang: LanguageCode, place: PlaceId, body: PaymentBody) {
  const params = { path: place, query: { lang } };
  try {
    return await asStaff(() =>
      dataOf(client.POST('/staff/places/{user}/{course}/payments', { params, body })),
    );
  } finally {
    await refetchStaff();
  }
}

/** What places wait for: staff, a payment, or a refund. */
export const waitingStates = ['requested', 'waiting', 'offered', 'refund'] as const;

/** The filter in the URL, which can be sent to a colleague. */
export function usePlaceFilter() {
  const [search, setSearch] = useSearch();
  const asked = search.get('state');
  const q = search.get('q');
  const course = search.get('course');
  const run = search.get('run');
  const state = waitingStates.find((known) => known === asked);
  const filter: PlaceFilter = q
    ? { q }
    : course && run
      ? { course, run }
      : { state: state ?? 'requested' };
  return {
    filter,
    /** The query of the URL, with the question mark, for links to one of the places. */
    search: search.size > 0 ? `?${search}` : '',
    setFilter: (next: PlaceFilter) => {
      setSearch(next);
    },
  };
}
