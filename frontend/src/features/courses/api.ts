import { useQuery } from '@tanstack/react-query';
import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import { dataOf, client } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { CourseDetails } from '#entities/course/api.ts';
import { addRequest, refreshMyCourses } from '#entities/my-courses/api.ts';
import { useCurrentUser, userQueryKey } from '#entities/user/currentUser.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useQueryFailure } from '#ui/useQueryFailure.ts';

export type CoursePrice = components['schemas']['CoursePrice'];

/** Prices by course id. */
export type CoursePrices = ReadonlyMap<string, CoursePrice>;

async function listCoursePrices(
  query: { lang: LanguageCode; country: string },
  signal: AbortSignal,
): Promise<CoursePrice[]> {
  return dataOf(client.GET('/coursePrices', { params: { query }, signal }));
}

/**
 * The prices of a country, by its English name. Nothing while the country is unknown: the server would return
 * the default price list, in another currency (contract, call 10).
 */
function useCoursePrices(country: string | undefined) {
  const lang = useLanguage().code;
  return useQuery(
    {
      // They tell the user's country, so that they are removed at the sign-out.
      queryKey: [...userQueryKey(useAccessToken()), 'coursePrices', lang, country],
      queryFn: ({ signal }) => listCoursePrices({ lang, country: country ?? '' }, signal),
      enabled: country !== undefined,
      select: byCourse,
    },
    queryClient,
  );
}

function byCourse(prices: CoursePrice[]): CoursePrices {
  return new Map(prices.map((price) => [price.course, price]));
}

/** The prices of the user's country. Fails when either the user or the prices cannot be fetched, and retries what has failed. */
export function usePricesOfUser() {
  const userQuery = useCurrentUser();
  const country = userQuery.data?.user.country;
  const pricesQuery = useCoursePrices(country);
  const userFailure = useQueryFailure(userQuery);
  const pricesFailure = useQueryFailure(pricesQuery);
  return {
    country,
    prices: pricesQuery.data,
    failure: userQuery.data ? pricesFailure : userFailure,
  };
}

interface PlaceRequest {
  run: string;
  message: string;
  /** Whether the user waits for a place in a run that is full. */
  waitingList: boolean;
}

/** Asks for a place in a run of a course. The list of the user's courses has the request afterwards. */
export async function requestPlace(
  { _id, name, type, artwork }: CourseDetails,
  { run, message, waitingList }: PlaceRequest,
): Promise<void> {
  const token = getAccessToken();
  const { place, ...request } = await dataOf(
    client.POST('/courses/{id}/requests', {
      params: { path: { id: _id } },
      body: { run, ...(message && { message }), ...(waitingList && { waitingList }) },
    }),
  );
  const course = { _id, name, type, ...(artwork && { artwork }) };
  addRequest(token, { course, ...request, place: { state: place } });
  refreshMyCourses();
}
