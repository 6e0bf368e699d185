import { getAccessToken } from '#api/accessToken.ts';
import { API, dataOf, type ClientResponse } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/**
 * Sends a request for public data of the catalogue. A visitor gets the response that the site has as a file, and only without one that
 * of the API.
 */
export async function readPublished<Data>(
  lang: LanguageCode,
  send: (baseUrl: string) => Promise<ClientResponse<{ data: Data }>>,
): Promise<Data> {
  const published = getAccessToken() ? undefined : send(`/catalogue/${lang}`);
  // Without any response, the API would not respond, either.
  const isMissing = await published?.then(
    ({ response }) => !response.ok,
    () => false,
  );
  return dataOf(published && !isMissing ? published : send(API));
}
