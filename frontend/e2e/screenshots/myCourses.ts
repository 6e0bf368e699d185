import type { Page } from '@playwright/test';
import type { components } from '../../src/api/schema';

type MyCourse = components['schemas']['MyCourse'];
type ListedCourse = components['schemas']['ListedCourse'];

const run = {
  id: '2027-spring',
  start: '2027-02-06',
  end: '2027-03-27',
  weekdays: ['saturday', 'sunday'],
  time: '10:00',
  timeZone: 'Africa/Algiers',
  language: 'fr',
} satisfies MyCourse['run'];

const price = { amount: '11900.00', currency: 'DZD' };

const offer = {
  state: 'offered',
  price,
  due: price,
  payBy: '2027-01-20',
  reference: 'MS-7K4Q-92BX',
  ways: [
    {
      method: 'ccp',
      account: '0123456789 clé 42',
      text: 'Masar, 3 rue Didouche Mourad, Alger',
    },
    { method: 'cash', text: 'À notre bureau, du dimanche au jeudi, de 9 h à 16 h.' },
  ],
} satisfies MyCourse['place'];

const paid = {
  state: 'confirmed',
  price,
  received: price,
  refundToday: price,
} satisfies MyCourse['place'];

/** Mocks the courses of the user: one of the catalogue in each state, in the language of the page. */
export async function mockMyCourses(page: Page): Promise<void> {
  await page.route(/\/api\/users\/me\/courses/, async (route) => {
    const { search } = new URL(route.request().url());
    const response = await page.request.get(`/api/courses${search}`);
    const { data } = (await response.json()) as { data: ListedCourse[] };
    const courses = data.map(({ _id, name, type, artwork }) => ({
      _id,
      name,
      type,
      ...(artwork && { artwork }),
    }));
    const [first, second, third, fourth, fifth, sixth] = courses;
    const requestedAt = '2026-11-03T09:00:00Z';
    const enrolledAt = '2026-10-20T09:00:00Z';
    const decision = { decidedAt: '2026-11-05T09:00:00Z', reason: 'The next run is in French.' };
    const lists = {
      requested: [
        { course: fifth, state: 'pending', run, requestedAt, place: offer },
        { course: sixth, state: 'pending', run, requestedAt, place: { state: 'waiting' } },
        { course: first, state: 'pending', run, requestedAt, message: 'May I join from Oran?' },
        { course: second, state: 'declined', run, requestedAt, ...decision },
      ],
      enrolled: [{ course: third, state: 'enrolled', run, enrolledAt, place: paid }],
      past: [
        {
          course: fourth,
          state: 'enrolled',
          run: { id: '2026-spring', start: '2026-02-07', end: '2026-03-28' },
          enrolledAt: '2026-01-20T09:00:00Z',
        },
      ],
    };
    await route.fulfill({ json: { success: true, data: lists } });
  });
}
