import type { Page, Request } from '@playwright/test';
import { holdRequests } from './requests.ts';

/** Returns whether a URL is the presigned URL of a part. */
export function isPartUrl(url: URL): boolean {
  return url.searchParams.has('partNumber');
}

export function partNumber(url: string): string | null {
  return new URL(url).searchParams.get('partNumber');
}

const isPut = (request: Request) => request.method() === 'PUT';

/** Returns the numbers of the parts whose upload has started, in order. Preflight requests do not count. */
export function uploadedParts(requests: Request[]): (string | null)[] {
  return requests.filter(isPut).map((request) => partNumber(request.url()));
}

/** Waits until the app starts to upload a part. */
export function partStarted(page: Page, part: string): Promise<Request> {
  return page.waitForRequest((request) => isPut(request) && partNumber(request.url()) === part);
}

/** Waits until the app aborts the upload of a part. */
export function partAborted(page: Page, part: string): Promise<Request> {
  return page.waitForEvent(
    'requestfailed',
    (request) => isPut(request) && partNumber(request.url()) === part,
  );
}

/** Holds the uploads of parts after they have started, until the returned function is called. */
export function holdParts(page: Page, parts: string[]): Promise<() => void> {
  return holdRequests(page, isPartUrl, {
    shouldHold: (request) => parts.includes(partNumber(request.url()) ?? ''),
  });
}
