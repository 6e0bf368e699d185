import { client, dataOf } from '#api/client.ts';
import type { components, paths } from '#api/schema.d.ts';
import { withTexts } from '#entities/my-courses/api.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { changeAsStaff, useStaffPages, useStaffQuery } from '../api.ts';
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
  return useStaffPages(['places', lang, filter], (signal, from) =>
    dataOf(
      client.GET('/staff/places', { signal, params: { query: { lang, ...filter, ...from } } }),
    ),
  );
}

/** A place with its money and its history. */
export function usePlace(lang: LanguageCode, place: PlaceId) {
  const params = { path: place, query: { lang } };
  return useStaffQuery(['place', lang, place], (signal) =>
    dataOf(client.GET('/staff/places/{user}/{course}', { signal, params })),
  );
}

/** What is still to pay for a place, and for those with the same payer in its run. */
export function useProforma(lang: LanguageCode, place: PlaceId) {
  const params = { path: place, query: { lang } };
  return useStaffQuery(['place', lang, place, 'proforma'], async (signal) => {
    const call = client.GET('/staff/places/{user}/{course}/proforma', { signal, params });
    return { ...(await withTexts(dataOf(call))), kind: 'proforma' as const };
  });
}

export function decide(lang: LanguageCode, place: PlaceId, body: DecisionBody) {
  const params = { path: place, query: { lang } };
  return changeAsStaff(() =>
    dataOf(client.POST('/staff/places/{user}/{course}/decisions', { params, body })),
  );
}

/** Records an entry of the ledger. */
export function recordPayment(lang: LanguageCode, place: PlaceId, body: PaymentBody) {
  const params = { path: place, query: { lang } };
  return changeAsStaff(() =>
    dataOf(client.POST('/staff/places/{user}/{course}/payments', { params, body })),
  );
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
