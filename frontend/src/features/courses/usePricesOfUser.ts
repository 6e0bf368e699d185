import { useCurrentUser } from '#entities/user/currentUser.ts';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { useCoursePrices } from './api/listCoursePrices.ts';

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
