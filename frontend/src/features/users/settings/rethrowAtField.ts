import { ApiError } from '#lib/apiError.ts';

/** Returns a handler that throws a failure again. One with that error code gets the field that it is about. */
export function rethrowAtField(code: string, field: string): (failure: unknown) => never {
  return (failure) => {
    if (failure instanceof ApiError && failure.code === code) {
      throw new ApiError({ code, status: failure.status, fields: { [field]: code } });
    }
    throw failure;
  };
}
