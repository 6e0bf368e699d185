import { abortWith } from '#lib/abortWith.ts';

/** The request for the signed-in user, which the inline script sends before the code of the app is loaded. */
interface EarlyRequest {
  /** The path and query of the request. */
  url: string;
  authorization: string;
  response: Promise<Response>;
  controller: AbortController;
}

declare global {
  interface Window {
    earlyRequest?: EarlyRequest;
  }
}

/** Sends a request, or takes the response of the early one, if that is the same. Only the first request of a page can be. */
export function sendOrTakeEarly(request: Request, signal: AbortSignal): Promise<Response> {
  const early = takeEarlyRequest(request);
  if (!early) {
    return fetch(request, { signal });
  }
  abortWith(early.controller, signal);
  return early.response;
}

function takeEarlyRequest({ url, headers }: Request): EarlyRequest | undefined {
  const early = window.earlyRequest;
  delete window.earlyRequest;
  const isSame =
    early?.authorization === headers.get('Authorization') &&
    url === new URL(early.url, window.location.href).href;
  return isSame ? early : undefined;
}
