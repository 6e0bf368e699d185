interface ApiErrorDetails {
  code?: string;
  message?: string;
  status: number;
  fields?: Record<string, string>;
  missing?: number[];
}

/** The one shape in which a failed call reaches the app, whatever it was that failed. */
export class ApiError extends Error {
  /** The server's stable code, or why there was no answer; absent when the answer was not one of ours. */
  readonly code: string | undefined;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** For a form that was not as it should be: the code of each field that is wrong. */
  readonly fields: Readonly<Record<string, string>>;
  /** For an upload with gaps: the chunks that have not arrived. */
  readonly missing: readonly number[];

  constructor({ code, message, status, fields = {}, missing = [] }: ApiErrorDetails) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.missing = missing;
  }

  /** No answer, for want of a connection or of a server. */
  static unreachable(): ApiError {
    return new ApiError({ code: navigator.onLine ? 'service_unavailable' : 'offline', status: 0 });
  }

  /** No answer within the time limit. What was asked for may have been done all the same. */
  static timedOut(): ApiError {
    return new ApiError({ code: 'timeout', status: 0 });
  }

  /** An answer that says no. What is not our error body (a proxy's page, say) leaves the status only. */
  static fromResponse(status: number, body: unknown): ApiError {
    return new ApiError({ ...errorDetailsIn(body), status });
  }
}

function errorDetailsIn(body: unknown): Omit<ApiErrorDetails, 'status'> {
  if (typeof body !== 'object' || body === null) {
    return {};
  }
  const { code, message, errors, missing } = body as Record<string, unknown>;
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
    ...(typeof errors === 'object' && errors !== null && { fields: stringValues(errors) }),
    ...(Array.isArray(missing) && {
      missing: (missing as unknown[]).filter(Number.isInteger) as number[],
    }),
  };
}

function stringValues(record: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => typeof value === 'string'),
  );
}
