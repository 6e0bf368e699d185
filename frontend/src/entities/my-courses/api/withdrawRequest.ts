import { getAccessToken } from '#api/accessToken.ts';
import { client, responseOf } from '#api/client.ts';
import { refreshMyCourses, removeRequest } from './listMyCourses.ts';
import { ApiError } from '#lib/apiError.ts';

/** The codes which say that the request no longer waits: an operator has decided, or another device has withdrawn it. */
const DECIDED_CODES = ['place_request_not_found', 'already_enrolled'];

/** Withdraws the user's request for a place in a course. The list shows what has become of a request that no longer waits. */
export async function withdrawRequest(courseId: string): Promise<void> {
  const token = getAccessToken();
  try {
    await responseOf(
      client.DELETE('/courses/{id}/requests', { params: { path: { id: courseId } } }),
    );
  } catch (failure) {
    if (failure instanceof ApiError && DECIDED_CODES.includes(failure.code ?? '')) {
      refreshMyCourses();
    }
    throw failure;
  }
  removeRequest(token, courseId);
}
