import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import { coursesKey, type Course } from '#entities/course/api.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { PAGE_DATA_ID, providePageData } from '#lib/prerenderedPage.ts';
import { nearDays } from '#testing/nearDays.ts';
import { dataResponse, jsonResponse, mockApi, errorResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import type { CoursePrice } from './prices.tsx';
import { CourseCatalogue } from './components/CourseCatalogue.tsx';
import { CoursesScreen } from './CoursesScreen.tsx';

const course: Course = {
  _id: 'rust',
  name: 'Rust',
  description: 'From the ground up',
  type: 'cpd',
  enrollmentCount: 3,
};
const price: CoursePrice = { id: 'p', course: 'rust', amount: '9500.00', currency: 'DZD' };
/** The price as it is written in Algeria. */
const DINARS = /DA\s9,500/;

const courses = dataResponse([course]);
const prices = dataResponse([price]);
const me = dataResponse({ _id: 'amina', country: 'Algeria' });

const open = (language: LanguageCode = 'en') =>
  openScreen(CoursesScreen, { path: '/courses', language, namespaces: ['courses'] });

describe.each(languages)('the list of courses in $ownName', ({ code: language }) => {
  const { courses: text, errors } = translations[language];

  it('shows why it could not be loaded, and loads after a retry', async () => {
    const responses = { 'GET /courses': errorResponse(429, 'too_many_attempts') };
    const calls = mockApi(responses);
    await open(language);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(text.failed);
    expect(notice).toHaveTextContent(errors.too_many_attempts);

    const succeed = () => (responses['GET /courses'] = courses);
    await expectFocusAfterRetry(notice, succeed, text.title);
    expect(screen.getByRole('heading', { level: 3, name: course.name })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(calls.map(({ query }) => query.get('lang'))).toEqual([language, language, language]);
  });

  it('shows what the page was prerendered with, also when the API does not respond', async () => {
    providePageData({ key: coursesKey(language), data: [course] });
    onTestFinished(() => void providePageData(undefined));
    const updated = { ...course, name: 'Rust 2' };
    const responses = { 'GET /courses': errorResponse(429, 'too_many_attempts') };
    mockApi(responses);
    await open(language);
    const card = screen.getByRole('heading', { level: 3, name: course.name });
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(normalizeSpaces(text.outdated));
    expect(card).toBeVisible();

    const succeed = () => {
      responses['GET /courses'] = dataResponse([updated]);
    };
    await expectFocusAfterRetry(notice, succeed, text.title);
    expect(screen.getByRole('heading', { level: 3, name: updated.name })).toBe(card);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('renders no card again when the API responds with what the page was prerendered with', async () => {
    const page = document.createElement('script');
    page.id = PAGE_DATA_ID;
    page.type = 'application/json';
    page.textContent = providePageData({ key: coursesKey(language), data: [course] }) ?? '';
    document.body.append(page);
    onTestFinished(() => {
      page.remove();
      providePageData(undefined);
    });
    mockApi({ 'GET /courses': courses });
    const renderCard = vi.fn(({ name }: Course) => <p>{name}</p>);
    await openScreen(() => <CourseCatalogue renderCard={renderCard} />, {
      path: '/courses',
      language,
      namespaces: ['courses'],
    });
    const renders = renderCard.mock.calls.length;
    await waitFor(() => {
      expect(queryClient.getQueryState(coursesKey(language))?.status).toBe('success');
    });
    expect(screen.getByText(course.name)).toBeVisible();
    expect(renderCard).toHaveBeenCalledTimes(renders);
  });

  it('shows that it is loading, and that it is empty', async () => {
    mockApi({ 'GET /courses': dataResponse([]) });
    await open(language);
    expect(screen.getByText(text.loading)).toHaveRole('status');
    expect(await screen.findByText(text.empty)).toBeVisible();
    expect(screen.queryByText(text.loading)).toBeNull();
  });
});

describe.each(languages)('the start of a course in $ownName', ({ code: language, dates }) => {
  const MIDNIGHT = new Date(2027, 1, 6).getTime();
  const text = (day: string) =>
    normalizeSpaces(translations[language].courses.starts.replace('{{date}}', day));
  const format = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
  const [today, tomorrow] = nearDays[language];

  it('is today, tomorrow, or a date, and changes when the user comes back', async () => {
    vi.useFakeTimers({ now: MIDNIGHT - 1000, shouldAdvanceTime: true });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const starting = (day: string) => ({ ...course, _id: day, name: day, nextStart: day });
    const days = ['2027-02-05', '2027-02-06', '2027-02-07'];
    mockApi({
      'GET /courses': dataResponse(days.map(starting)),
    });
    await open(language);
    const startOf = (day: string) => screen.getByText(day).closest('article');
    await screen.findByText('2027-02-05');
    expect(startOf('2027-02-05')).toHaveTextContent(text(today));
    expect(startOf('2027-02-06')).toHaveTextContent(text(tomorrow));
    const date = format.format(new Date('2027-02-07'));
    expect(startOf('2027-02-07')).toHaveTextContent(text(date));
    vi.setSystemTime(MIDNIGHT);
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(startOf('2027-02-06')).toHaveTextContent(text(today));
    expect(startOf('2027-02-07')).toHaveTextContent(text(tomorrow));
  });
});

describe('a card', () => {
  it.each([null, 'abc'])(
    'leads to the page of its course, and logs its id (token %s)',
    async (token) => {
      if (token) {
        setAccessToken(token);
      }
      mockApi({ 'GET /courses': courses, 'GET /coursePrices': prices, 'GET /users/me': me });
      const log = vi.spyOn(console, 'info').mockReturnValue();
      await open();
      const link = await screen.findByRole('link', { name: course.name });
      expect(link).toHaveAttribute('href', '/courses/rust');
      fireEvent.click(link);
      expect(log).toHaveBeenCalledExactlyOnceWith('Course chosen:', 'rust');
      expect(window.location.pathname).toBe('/courses/rust');
    },
  );
});

describe('the list of courses for signed-in users', () => {
  it('is shown without prices, which a retry loads', async () => {
    setAccessToken('abc');
    const asleep = jsonResponse(429, {
      success: false,
      code: 'new_code',
      message: 'Prices are asleep',
    });
    const responses = { 'GET /courses': courses, 'GET /users/me': me, 'GET /coursePrices': asleep };
    mockApi(responses);
    await open();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(translations.en.coursePrices.failed);
    expect(notice).toHaveTextContent('Prices are asleep');
    expect(await screen.findByRole('article')).not.toHaveTextContent(DINARS);

    const succeed = () => (responses['GET /coursePrices'] = prices);
    await expectFocusAfterRetry(notice, succeed, translations.en.courses.title);
    expect(screen.getByRole('article')).toHaveTextContent(DINARS);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows prices that arrive before the courses', async () => {
    setAccessToken('abc');
    let release = () => {};
    const pricesArrived = new Promise<void>((resolve) => (release = resolve));
    mockApi({
      'GET /users/me': me,
      'GET /coursePrices': prices,
      'GET /courses': async (signal) => {
        await pricesArrived;
        return courses(signal);
      },
    });
    await open();
    await waitFor(() => {
      expect(
        queryClient.getQueryData([...userQueryKey('abc'), 'coursePrices', 'en', 'Algeria']),
      ).toBeDefined();
    });
    release();
    expect(await screen.findByRole('article')).toHaveTextContent(DINARS);
  });

  it("asks for prices only once it knows the user's country", async () => {
    setAccessToken('abc');
    let release = () => {};
    const userArrived = new Promise<void>((resolve) => (release = resolve));
    const calls = mockApi({
      'GET /courses': courses,
      'GET /coursePrices': prices,
      'GET /users/me': async (signal) => {
        await userArrived;
        return me(signal);
      },
    });
    await open();
    expect(await screen.findByRole('article')).not.toHaveTextContent(DINARS);
    release();
    expect(await screen.findByText(DINARS)).toBeVisible();
    const countries = calls
      .filter(({ name }) => name === 'GET /coursePrices')
      .map(({ query }) => query.get('country'));
    expect(countries).toEqual(['Algeria']);
  });

  it('shows no prices while the user cannot be fetched, and loads them after a retry', async () => {
    setAccessToken('abc');
    const responses = {
      'GET /courses': courses,
      'GET /coursePrices': prices,
      'GET /users/me': errorResponse(429, 'too_many_attempts'),
    };
    mockApi(responses);
    await open();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(translations.en.coursePrices.failed);
    expect(await screen.findByRole('article')).not.toHaveTextContent(DINARS);

    const succeed = () => (responses['GET /users/me'] = me);
    await expectFocusAfterRetry(notice, succeed, translations.en.courses.title);
    expect(await screen.findByText(DINARS)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [1, 'enrolled_one'],
    [12, 'enrolled_other'],
  ] as const)('says how many people have enrolled: %i', async (enrollmentCount, key) => {
    setAccessToken('abc');
    const list = dataResponse([{ ...course, enrollmentCount }]);
    mockApi({ 'GET /courses': list, 'GET /coursePrices': prices, 'GET /users/me': me });
    await open();
    expect(await screen.findByText(DINARS)).toBeVisible();
    const words = translations.en.coursePrices[key];
    expect(
      screen.getByText(words.replace('{{count, number}}', String(enrollmentCount))),
    ).toBeVisible();
  });
});
