import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Course } from '#entities/course/api.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { NextCourses } from './NextCourses.tsx';

const course = (_id: string, nextStart?: string): Course => ({
  _id,
  name: `Course ${_id}`,
  description: `About ${_id}`,
  type: 'cpd',
  enrollmentCount: 0,
  ...(nextStart && { nextStart }),
});

const data = (value: object) => dataResponse(value);

const catalogue = data([
  course('undated'),
  course('begun', '2027-01-09'),
  course('fourth', '2027-05-01'),
  course('first', '2027-02-02'),
  course('third', '2027-04-01'),
  course('second', '2027-03-01'),
]);

const prices = data([{ id: 'p', course: 'first', amount: '14900.00', currency: 'DZD' }]);

const NONE = 'No course is known to start.';

const open = (language: LanguageCode = 'en') =>
  openScreen(() => <NextCourses none={<p>{NONE}</p>} />, {
    path: '/',
    language,
    namespaces: ['coursePrices', 'courses'],
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-10T12:00:00Z') });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-DZ']);
});

describe.each(languages)('the next courses in $ownName', ({ code, dates }) => {
  it('are the three that start first, each with its date, its price and its page', async () => {
    const requests = mockApi({ 'GET /courses': catalogue, 'GET /coursePrices': prices });
    await open(code);
    const cards = await screen.findAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Course first',
      'Course second',
      'Course third',
    ]);
    const [first] = cards as [HTMLElement];
    expect(within(first).getByRole('link')).toHaveAttribute('href', '/courses/first');
    const day = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
    expect(first).toHaveTextContent(day.format(new Date('2027-02-02')));
    expect(await within(first).findByText(/14\D900/)).toBeVisible();
    expect(requests.map(({ query }) => query.get('country'))).toContain('Algeria');
    expect(screen.getByText(translations[code].coursePrices.chooseCountry)).toBeVisible();
  });
});

describe('without data', () => {
  it.each([
    ['that could be loaded', errorResponse(429, 'too_many_attempts')],
    ['of a course with a date', data([course('undated')])],
  ])('%s, there is what the page has instead, and no error', async (_, courses) => {
    mockApi({ 'GET /courses': courses, 'GET /coursePrices': prices });
    await open();
    expect(await screen.findByText(NONE)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('about prices, the courses are shown', async () => {
    mockApi({ 'GET /courses': catalogue, 'GET /coursePrices': errorResponse(403, 'forbidden') });
    await open();
    expect(await screen.findAllByRole('article')).toHaveLength(3);
    expect(screen.queryByText(translations.en.coursePrices.price)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
