import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import { dataOf, client } from '#api/client.ts';
import type { CourseDetails } from '#entities/course/api.ts';
import { addRequest, refreshMyCourses } from '#entities/my-courses/api.ts';
import { useCurrentUser, userQueryKey } from '#entities/user/currentUser.ts';
import { useQueryFailure } from '#ui/Notice.tsx';
import { useCoursePrices } from './prices.tsx';

/** The prices of the user's country. Fails when either the user or the prices cannot be fetched, and retries what has failed. */
export function usePricesOfUser() {
  const userQuery = useCurrentUser();
  const country = userQuery.data?.user.country;
  // They tell the user's country, so that they are removed at the sign-out.
  const pricesQuery = useCoursePrices(country, userQueryKey(useAccessToken()));
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
