import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { dataResponse, mockApi, noResponse } from '#testing/network.ts';
import { prefetchCourse, fetchCourses } from './api.ts';

const data = dataResponse([]);

describe('the published catalogue', () => {
  beforeEach(() => {
    queryClient.clear();
  });

  it('is all that a visitor requests', async () => {
    const requests = mockApi({
      'GET /catalogue/fr/courses': data,
      'GET /catalogue/fr/courses/first-aid': data,
    });
    await fetchCourses('fr');
    await prefetchCourse('first-aid', 'fr');
    expect(requests).toEqual([]);
  });

  it.each([404, 503])('is replaced by the API where the site responds %d', async (status) => {
    const requests = mockApi({
      'GET /catalogue/ar/courses': () => new Response('<Error/>', { status }),
      'GET /courses': data,
    });
    await fetchCourses('ar');
    expect(requests.map(({ name, query }) => [name, query.get('lang')])).toEqual([
      ['GET /courses', 'ar'],
    ]);
  });

  it('is all that is requested when there is no connection', async () => {
    const requests = mockApi({
      'GET /catalogue/fr/courses': () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await expect(fetchCourses('fr')).rejects.toThrow();
    expect(requests).toEqual([]);
  });

  it('is not requested for a signed-in user', async () => {
    setAccessToken('token');
    const requests = mockApi({ 'GET /catalogue/en/courses': noResponse, 'GET /courses': data });
    await fetchCourses('en');
    expect(requests).toHaveLength(1);
  });
});
