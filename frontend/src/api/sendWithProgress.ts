import { ApiError } from '#lib/apiError.ts';

export interface SendOptions {
  signal: AbortSignal;
  /** Told how many bytes of how many have left, as they leave. */
  onProgress: (sent: number, total: number) => void;
}

interface RequestOptions extends SendOptions {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body: XMLHttpRequestBodyInit;
  /** After how long without progress it counts as failed. */
  stallTimeoutMs?: number;
}

/**
 * Sends a body and answers what comes back. Any failure is an `ApiError`, except that of a sending that was called off,
 * which is the reason of its signal.
 *
 * With `XMLHttpRequest`, because `fetch` does not tell how much of a body has left.
 */
export function sendWithProgress({
  signal,
  onProgress,
  ...sending
}: RequestOptions): Promise<unknown> {
  const { method, url, headers = {}, body, stallTimeoutMs } = sending;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const onAbort = () => {
      request.abort();
    };
    let stall: ReturnType<typeof setTimeout> | undefined;
    let hasStalled = false;
    const onStall = () => {
      hasStalled = true;
      request.abort();
    };
    const watch = () => {
      clearTimeout(stall);
      stall = stallTimeoutMs === undefined ? undefined : setTimeout(onStall, stallTimeoutMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      onProgress(loaded, total);
    };
    request.onloadend = () => {
      clearTimeout(stall);
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) {
        reject(signal.reason as Error);
      } else if (request.status === 0) {
        reject(hasStalled ? ApiError.timedOut() : ApiError.unreachable());
      } else if (request.status >= 400) {
        reject(ApiError.fromResponse(request.status, jsonOf(request)));
      } else {
        resolve(jsonOf(request));
      }
    };
    signal.addEventListener('abort', onAbort);
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) {
      request.setRequestHeader(name, value);
    }
    watch();
    request.send(body);
  });
}

/** What does not come from our API (a proxy, the object storage) is not JSON. */
function jsonOf({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText);
  } catch {
    return undefined;
  }
}
