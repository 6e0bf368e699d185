import { getAccessToken } from '#api/accessToken.ts';
import { API } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/**
 * Sends a request for public data of the catalogue. A visitor gets the response that the site has as a file, and only without one that
 * of the API.
 */
export function readPublished<Data>(
  lang: LanguageCode,
  send: (baseUrl: string) => Promise<Data>,
): Promise<Data> {
  const fromApi = () => send(API);
  return getAccessToken() ? fromApi() : send(`/catalogue/${lang}`).catch(fromApi);
}
