import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import type { Course } from '#entities/course/api.ts';
import type { MyCourseLists } from '#entities/my-courses/api.ts';
import type { User } from '#entities/user/api.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { nearDays } from '#testing/nearDays.ts';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { student } from '#testing/student.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { nextStepsOf, SignedInHome } from './SignedInHome.tsx';

const DAY_MS = 86_400_000;

/** A day on the calendar of the browser. */
const dayOnCalendar = (time: number) => new Intl.DateTimeFormat('sv').format(time);

describe('SignedInHome', () => {
  const mine: MyCourseLists = {
    requested: [
      {
        course: {
          _id: 'writing',
          name: 'Creative writing',
          type: 'additional',
          artwork: 'writing',
        },
        state: 'pending',
        run: { id: 'spring', start: '2999-02-06', end: '2999-03-27' },
      },
    ],
    enrolled: [
      {
        course: { _id: 'leading', name: 'Leading teams', type: 'cpd' },
        state: 'enrolled',
        run: { id: 'autumn', start: '2001-02-06', end: '2999-01-09' },
      },
    ],
    past: [],
  };

  const budgets: Course = {
    _id: 'budgets',
    name: 'Budgets',
    description: 'Plan one.',
    type: 'cpd',
    enrollmentCount: 3,
    nextStart: '2999-05-08',
  };

  const noCourses: MyCourseLists = { requested: [], enrolled: [], past: [] };
  const data = (value: object) => dataResponse(value);

  const responses = {
    'GET /users/me': data(student),
    'GET /users/me/courses': data(mine),
    'GET /courses': data([budgets]),
  };

  const open = (language: LanguageCode = 'en') =>
    openScreen(SignedInHome, {
      path: '/',
      language,
      namespaces: ['errors', 'myCourses'],
    });

  beforeEach(() => {
    setAccessToken('token');
  });

  describe.each(languages)(
    'the home of a signed-in user in $ownName',
    ({ code: language, dates }) => {
      const { errors, myCourses } = translations[language];
      const text = myCourses.home;
      const format = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
      const withDate = (words: string, date: string) =>
        normalizeSpaces(words.replace('{{date}}', format.format(new Date(date))));
      const list = (title: string) => screen.findByRole('region', { name: title });

      it('greets the user, and has no step when there is nothing to do', async () => {
        mockApi(responses);
        await open(language);
        const greeting = text.greeting.replace('{{name}}', isolatedName('Amina Benali'));
        expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent(greeting);
        expect(screen.queryByText(text.steps.title)).toBeNull();
      });

      it('says what to do next, each with its link', async () => {
        const emailChange = { email: 'new@example.org', expiresAt: '2999-01-01T00:00:00Z' };
        mockApi({
          ...responses,
          'GET /users/me': data({ ...student, birthdate: null, emailChange }),
        });
        await open(language);
        expect(await screen.findByText(normalizeSpaces(text.steps.birthdate.title))).toBeVisible();
        expect(screen.getByText(/new@example\.org/)).toBeVisible();
        const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
        expect(target(text.steps.birthdate.action)).toBe('/profile');
        expect(target(text.steps.emailChange.action)).toBe('/settings');
      });

      it.each(['pending', 'declined'] as const)(
        'says that an application is %s',
        async (status) => {
          const teacher = {
            courses: [budgets],
            curriculum: { _id: 'cv', url: '/cv' },
            video: null,
          };
          mockApi({
            ...responses,
            'GET /users/me': data({
              ...student,
              type: 'teacher',
              teacher: { ...teacher, review: { status } },
            }),
          });
          await open(language);
          expect(await screen.findByText(normalizeSpaces(text.steps[status].title))).toBeVisible();
          const link = screen.getByRole('link', { name: text.steps[status].action });
          expect(link).toHaveAttribute('href', '/profile');
        },
      );

      it('lists requests and enrolments with their state and next date', async () => {
        mockApi(responses);
        await open(language);
        const section = within(await list(myCourses.title));
        const [enrolled, requested] = await section.findAllByRole('listitem');
        expect(enrolled).toHaveTextContent('Leading teams');
        expect(enrolled).toHaveTextContent(normalizeSpaces(myCourses.states.confirmed));
        expect(enrolled).toHaveTextContent(withDate(text.ends, '2999-01-09'));
        expect(requested).toHaveTextContent('Creative writing');
        expect(requested).toHaveTextContent(normalizeSpaces(myCourses.states.requested));
        expect(requested).toHaveTextContent(withDate(text.starts, '2999-02-06'));
        const all = section.getByRole('link', { name: text.courses.all });
        expect(all).toHaveAttribute('href', '/my-courses');
      });

      it('says first what is to be paid, with the way there', async () => {
        const due = { amount: '11900.00', currency: 'DZD' };
        const offered = mine.requested.map((each) => ({
          ...each,
          place: { state: 'offered' as const, due, payBy: '2999-01-20' },
        }));
        mockApi({ ...responses, 'GET /users/me/courses': data({ ...mine, requested: offered }) });
        await open(language);
        const section = within(await list(myCourses.title));
        const [first] = await section.findAllByRole('listitem');
        expect(first).toHaveTextContent(normalizeSpaces(myCourses.states.offered));
        const link = within(first as HTMLElement).getByRole('link');
        expect(link).toHaveAttribute('href', '/my-courses/writing');
        expect(link).toHaveTextContent(/11.900/);
        const date = format.format(new Date('2999-01-20'));
        expect(link).toHaveTextContent(normalizeSpaces(date));
      });

      it('lists courses that start soon', async () => {
        mockApi(responses);
        await open(language);
        const section = within(await list(text.soon.title));
        const course = await section.findByRole('listitem');
        expect(course).toHaveTextContent('Budgets');
        expect(course).toHaveTextContent(withDate(text.starts, '2999-05-08'));
        expect(section.getByRole('link', { name: text.soon.all })).toHaveAttribute(
          'href',
          '/courses',
        );
      });

      it('says that courses start today or tomorrow', async () => {
        // After midnight where the run is, and before it where the tests are.
        vi.useFakeTimers({ now: Date.parse('2999-02-05T23:30:00Z'), shouldAdvanceTime: true });
        onTestFinished(() => {
          vi.useRealTimers();
        });
        const requested = mine.requested.map((each) => ({
          ...each,
          run: {
            id: 'spring',
            start: '2999-02-06',
            end: '2999-03-27',
            time: '18:30',
            timeZone: 'Africa/Algiers',
          },
        }));
        mockApi({
          ...responses,
          'GET /users/me/courses': data({ ...mine, requested }),
          'GET /courses': data([{ ...budgets, nextStart: dayOnCalendar(Date.now() + DAY_MS) }]),
        });
        await open(language);
        const [today, tomorrow] = nearDays[language];
        const section = within(await list(myCourses.title));
        const [, first] = await section.findAllByRole('listitem');
        const starts = (day: string) => normalizeSpaces(text.starts.replace('{{date}}', day));
        expect(first).toHaveTextContent(starts(today));
        expect(first).toHaveTextContent(/18:30 \(/);
        const soon = within(await list(text.soon.title));
        expect(await soon.findByRole('listitem')).toHaveTextContent(starts(tomorrow));
        await act(() => vi.advanceTimersByTimeAsync(18 * 3_600_000 + 60_000));
        // It has begun.
        expect(first).toHaveTextContent(withDate(text.ends, '2999-03-27'));
      });

      it('leads to the catalogue without courses', async () => {
        mockApi({
          ...responses,
          'GET /users/me/courses': data(noCourses),
          'GET /courses': data([]),
        });
        await open(language);
        expect(await screen.findByText(normalizeSpaces(text.courses.none))).toBeVisible();
        const browse = screen.getByRole('link', { name: myCourses.browse });
        expect(browse).toHaveAttribute('href', '/courses');
        expect(await screen.findByText(normalizeSpaces(text.soon.none))).toBeVisible();
      });

      it('shows why a list could not be loaded, and loads it again', async () => {
        const refused = {
          ...responses,
          'GET /users/me/courses': errorResponse(403, 'forbidden'),
          'GET /courses': errorResponse(403, 'forbidden'),
        };
        mockApi(refused);
        await open(language);
        const ofUser = await within(await list(myCourses.title)).findByRole('alert');
        const ofCatalogue = await within(await list(text.soon.title)).findByRole('alert');
        expect(ofUser).toHaveTextContent(normalizeSpaces(myCourses.failed));
        expect(ofUser).toHaveTextContent(normalizeSpaces(errors.forbidden));
        expect(ofCatalogue).toHaveTextContent(normalizeSpaces(text.soon.failed));
        const succeed = (name: 'GET /users/me/courses' | 'GET /courses') => () => {
          refused[name] = responses[name];
        };
        await expectFocusAfterRetry(ofUser, succeed('GET /users/me/courses'), myCourses.title);
        await expectFocusAfterRetry(ofCatalogue, succeed('GET /courses'), text.soon.title);
        expect(await screen.findByText('Leading teams')).toBeVisible();
        expect(await screen.findByText('Budgets')).toBeVisible();
      });
    },
  );

  describe('the home of a signed-in user', () => {
    const { myCourses } = translations.en;
    const text = myCourses.home;
    const unanswered = () => new Promise<Response>(() => undefined);

    it('says that its lists are loading', async () => {
      mockApi({ ...responses, 'GET /users/me/courses': unanswered, 'GET /courses': unanswered });
      await open();
      expect(await screen.findByText(myCourses.loading)).toHaveAttribute('role', 'status');
      expect(screen.getByText(text.soon.loading)).toHaveAttribute('role', 'status');
    });

    it('shows the catalogue without the courses of the user', async () => {
      mockApi({ ...responses, 'GET /users/me/courses': errorResponse(403, 'forbidden') });
      await open();
      expect(await screen.findByText('Budgets')).toBeVisible();
    });

    it('keeps the catalogue while the courses of the user are fetched again', async () => {
      mockApi({ ...responses, 'GET /users/me/courses': errorResponse(403, 'forbidden') });
      await open();
      expect(await screen.findByText('Budgets')).toBeVisible();
      mockApi({ ...responses, 'GET /users/me/courses': unanswered });
      const retry = within(screen.getByRole('alert')).getByRole('button');
      fireEvent.click(retry);
      await waitFor(() => {
        expect(retry).toHaveAttribute('aria-busy', 'true');
      });
      expect(screen.getByText('Budgets')).toBeVisible();
    });

    it('keeps its place and fetches its lists while the user is being fetched', async () => {
      mockApi({ ...responses, 'GET /users/me': unanswered });
      await open();
      expect(await screen.findByText('Budgets')).toBeVisible();
      expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    });

    it('is empty without the user', async () => {
      const requests = mockApi({ ...responses, 'GET /users/me': errorResponse(403, 'forbidden') });
      await open();
      await waitFor(() => {
        expect(requests).toHaveLength(3);
        expect(queryClient.isFetching()).toBe(0);
      });
      expect(screen.queryByRole('heading')).toBeNull();
    });
  });
});

describe('what a user has to do next', () => {
  const teacher: NonNullable<User['teacher']> = {
    courses: [
      { _id: 'budgets', name: 'Budgets', description: 'Plan.', type: 'cpd', enrollmentCount: 0 },
    ],
    curriculum: { _id: 'cv', url: '/cv.pdf' },
    video: null,
  };
  const emailChange = { email: 'a@example.org', expiresAt: '2027-01-01T00:00:00Z' };
  const reviewed = (status: 'pending' | 'declined' | 'approved') => ({
    teacher: { ...teacher, review: { status } },
  });
  const nothing = { courses: [], curriculum: null, video: null };

  it.each<[string, Partial<User>, string[]]>([
    ['a complete profile', {}, []],
    ['a complete profile of a teacher', { teacher }, []],
    ['a new email address that waits', { emailChange }, ['emailChange /settings']],
    ['no birthdate', { birthdate: null }, ['birthdate /profile']],
    ['no CV', { teacher: { ...teacher, curriculum: null } }, ['curriculum /profile']],
    ['no courses', { teacher: { ...teacher, courses: [] } }, ['taughtCourses /profile']],
    [
      'an application with nothing',
      { teacher: { ...nothing, review: { status: 'pending' } } },
      ['curriculum /profile', 'taughtCourses /profile', 'pending /profile'],
    ],
    ['an application that waits', reviewed('pending'), ['pending /profile']],
    ['an application that was declined', reviewed('declined'), ['declined /profile']],
    ['an application that was approved', reviewed('approved'), []],
    [
      'what blocks, and what waits',
      { birthdate: null, ...reviewed('pending') },
      ['birthdate /profile', 'pending /profile'],
    ],
  ])('with %s', (_, change, expected) => {
    const steps = nextStepsOf({ ...student, ...change });
    expect(steps.map(({ id, to }) => `${id} ${to}`)).toEqual(expected);
  });
});
