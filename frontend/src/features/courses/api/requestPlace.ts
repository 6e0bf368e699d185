import { getAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import { addRequest, refreshMyCourses } from '#entities/my-courses/api.ts';

interface PlaceRequest {
  run: string;
  message: string;
}

/** Asks for a place in a run of a course. The list of the user's courses has the request afterwards. */
export async function requestPlace(
  { _id, name, type, artwork }: CourseDetails,
  { run, message }: PlaceRequest,
): Promise<void> {
  const token = getAccessToken();
  const request = await dataOf(
    client.POST('/courses/{id}/requests', {
      params: { path: { id: _id } },
      body: { run, ...(message && { message }) },
    }),
  );
  addRequest(token, { course: { _id, name, type, ...(artwork && { artwork }) }, ...request });
  refreshMyCourses();
}
