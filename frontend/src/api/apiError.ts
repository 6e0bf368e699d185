/** The one shape in which a failed call reaches the app, whatever it was that failed. */
export class ApiError extends Error {
  /** The server's stable code; absent when the answer was not one of ours. */
  readonly code: string | undefined;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor({ code, message, status }: { code?: string; message?: string; status: number }) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
  }

  /** No answer: offline, unreachable, or longer than the time limit. */
  static unreachable(): ApiError {
    return new ApiError({ code: 'service_unavailable', status: 0 });
  }

  /** An answer that says no. What is not our error body (a proxy's page, say) leaves the status only. */
  static fromAnswer(status: number, body: unknown): ApiError {
    return new ApiError({ ...textFields(body), status });
  }
}

function textFields(body: unknown): { code?: string; message?: string } {
  if (typeof body !== 'object' || body === null) {
    return {};
  }
  const { code, message } = body as Record<string, unknown>;
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
  };
}
