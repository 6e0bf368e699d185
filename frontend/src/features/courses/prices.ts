import { useQuery } from '@tanstack/react-query';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

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
 * The prices of a country, by its English name. An empty one has the default price list, in another currency, and so nothing is fetched
 * while the country is unknown (contract, call 10).
 *
 * @param key the beginning of the key of the query.
 */
export function useCoursePrices(country: string | undefined, key: readonly unknown[]) {
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: [...key, 'coursePrices', lang, country],
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
