interface ApiErrorDetails {
  code?: string;
  message?: string;
  status: number;
  fields?: Record<string, string>;
  missing?: number[];
  challenge?: object;
  requestId?: string;
}

/** The error of every failed request. */
export class ApiError extends Error {
  /**
   * The server's error code, or the reason why there was no response. Undefined when the response did not come
   * from the API.
   */
  readonly code: string | undefined;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** For an invalid form: the error code of each field. */
  readonly fields: Readonly<Record<string, string>>;
  /** For an incomplete upload: the indexes of the missing parts. */
  readonly missing: readonly number[];
  /** For a required proof of work: what to solve. */
  readonly challenge: object | undefined;
  /** For a fault of the server: by which operators find its cause. */
  readonly requestId: string | undefined;

  constructor({
    code,
    message,
    status,
    fields = {},
    missing = [],
    challenge,
    requestId,
  }: ApiErrorDetails) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.missing = missing;
    this.challenge = challenge;
    this.requestId = requestId;
  }

  /** There was no response, because of the connection or the server. */
  static unreachable(): ApiError {
    return new ApiError({ code: navigator.onLine ? 'service_unavailable' : 'offline', status: 0 });
  }

  /** There was no response within the time limit. The server may have handled the request. */
  static timedOut(): ApiError {
    return new ApiError({ code: 'timeout', status: 0 });
  }

  /** An error response. A body in another format (of a proxy, for example) leaves only the status. */
  static fromResponse(status: number, body: unknown): ApiError {
    return new ApiError({ ...errorDetailsIn(body), status });
  }
}

/** Whether a request failed with one of the codes. */
export function hasCode(failure: unknown, ...codes: string[]): boolean {
  return failure instanceof ApiError && codes.includes(failure.code ?? '');
}

function errorDetailsIn(body: unknown): Omit<ApiErrorDetails, 'status'> {
  if (typeof body !== 'object' || body === null) {
    return {};
  }
  const { code, message, errors, missing, challenge, requestId } = body as Record<string, unknown>;
  return {
    // A gateway sends a message without a code, always in English.
    ...(typeof code === 'string' && { code, ...(typeof message === 'string' && { message }) }),
    ...(typeof errors === 'object' && errors !== null && { fields: stringValues(errors) }),
    ...(Array.isArray(missing) && {
      missing: (missing as unknown[]).filter(Number.isInteger) as number[],
    }),
    ...(typeof challenge === 'object' && challenge !== null && { challenge }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}

function stringValues(record: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => typeof value === 'string'),
  );
}
