import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '#api/schema.d.ts';
import { queryClient } from '#api/queryClient.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { PAGE_DATA_ID } from '#lib/prerenderedPage.ts';
import { springRun } from '#testing/courseRun.ts';
import { dataResponse, errorResponse, mockApi as mockResponses } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { CourseScreen } from './CourseScreen.tsx';

type Details = components['schemas']['CourseDetails'];
type Run = components['schemas']['CourseRun'];

const run: Run = { ...springRun, language: 'ar' };

const course: Details = {
  _id: 'rust',
  name: 'Rust',
  description: 'From the ground up',
  type: 'cpd',
  enrollmentCount: 3,
  level: 'beginner',
  languages: ['ar', 'fr'],
  hours: 24,
  sessions: 12,
  sessionMinutes: 120,
  format: 'online',
  groupSize: 16,
  recordings: true,
  artwork: 'rust',
  audience: 'Those who write programs',
  prerequisites: 'A computer',
  takeaway: 'A program of your own',
  outcomes: ['Read the error', 'Write the fix'],
  syllabus: ['Ownership', 'Borrowing'],
  runs: [run],
};

const PATH = 'GET /courses/rust';

/** Mocks the API, with prices. */
const mockApi = (responses: Parameters<typeof mockResponses>[0]) => {
  // The same object: tests change its responses.
  responses['GET /coursePrices'] ??= respondWithPrices;
  const requests = mockResponses(responses);
  return {
    /** The languages of the requests for the course. */
    languages: () =>
      requests.filter(({ name }) => name === PATH).map(({ query }) => query.get('lang')),
    countries: () =>
      requests
        .filter(({ name }) => name === 'GET /coursePrices')
        .map(({ query }) => query.get('country')),
  };
};

/** Algeria has a price list of its own. */
const respondWithPrices = (_: AbortSignal, request: Request) => {
  const isAlgeria = new URL(request.url).searchParams.get('country') === 'Algeria';
  const amount = isAlgeria
    ? { amount: '14900.00', currency: 'DZD' }
    : { amount: '179.00', currency: 'USD' };
  return Response.json({ success: true, data: [{ id: 'p', course: 'rust', ...amount }] });
};
const respond = (data: Partial<Details> = {}) => dataResponse({ ...course, ...data });

const open = (language: LanguageCode = 'en') =>
  openScreen(CourseScreen, {
    path: '/courses/rust',
    route: '/courses/:id',
    language,
    namespaces: ['coursePage', 'courses'],
  });

const text = translations.en.coursePage;
const region = (name: string) => screen.findByRole('region', { name });
const runs = async () => within(await region(text.runs.title));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-10T12:00:00Z') });
});

describe.each(languages)('the page of a course in $ownName', ({ code, dates }) => {
  const { coursePage, courses } = translations[code];

  it('shows everything that the catalogue has of the course', async () => {
    const calls = mockApi({ [PATH]: respond() });
    await open(code);
    expect(await screen.findByRole('heading', { level: 1, name: 'Rust' })).toBeVisible();
    for (const shown of [
      course.description,
      courses.groups.cpd,
      courses.levels.beginner,
      coursePage.formats.online,
      coursePage.recorded,
      'Those who write programs',
      'A computer',
      'A program of your own',
    ]) {
      expect(await screen.findByText(shown)).toBeVisible();
    }
    for (const [title, items] of [
      [coursePage.outcomes, course.outcomes],
      [coursePage.syllabus, course.syllabus],
    ] as const) {
      const list = within(await region(title)).getAllByRole('listitem');
      expect(list.map(({ textContent }) => textContent)).toEqual(items);
    }
    expect(document.title).toBe(`Rust · ${translations[code].common.brand}`);
    expect(calls.languages()).toEqual([code]);
  });

  it('says when a run takes place', async () => {
    mockApi({ [PATH]: respond() });
    await open(code);
    const item = within(await region(coursePage.runs.title)).getByRole('listitem');
    const format = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
    const range = format.formatRange(new Date('2027-03-27'), new Date('2027-06-12'));
    const saturday = new Intl.DateTimeFormat(dates, { weekday: 'long' }).format(
      new Date('2027-03-27T12:00'),
    );
    // The matcher of the DOM would change thin and no-break spaces.
    expect(item.textContent).toContain(range);
    expect(item.textContent).toContain(coursePage.runs.weekly.replace('{{days}}', saturday));
    expect(item).toHaveTextContent('10:00');
  });

  it('leads on from a course that does not exist', async () => {
    mockApi({ [PATH]: errorResponse(404, 'course_not_found') });
    await open(code);
    expect(await screen.findByRole('heading', { name: coursePage.notFound.title })).toBeVisible();
    expect(screen.getByText(coursePage.notFound.message)).toBeVisible();
    expect(screen.getByRole('link', { name: coursePage.all })).toHaveAttribute('href', '/courses');
  });

  it('shows why it could not be loaded, and loads after a retry', async () => {
    const responses = { [PATH]: errorResponse(429, 'too_many_attempts') };
    mockApi(responses);
    await open(code);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(coursePage.failed);
    expect(notice).toHaveTextContent(translations[code].errors.too_many_attempts);
    await expectFocusAfterRetry(notice, () => (responses[PATH] = respond()), 'Rust');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the runs of a course', () => {
  it('are not shown when they have ended, and are marked when they have begun or are full', async () => {
    const ended = { ...run, id: 'ended', start: '2026-09-05', end: '2027-01-09' };
    const begun = { ...run, id: 'begun', start: '2027-01-09', end: '2027-01-10' };
    const today = { ...run, id: 'today', start: '2027-01-10', placesLeft: 1 };
    const full = { ...run, id: 'full', placesLeft: 0 };
    mockApi({ [PATH]: respond({ runs: [ended, begun, today, full] }) });
    await open();
    const items = (await runs()).getAllByRole('listitem');
    expect(items).toHaveLength(3);
    expect(items[0]).toHaveTextContent(text.runs.started);
    expect(items[1]).toHaveTextContent('1 place left');
    expect(items[2]).toHaveTextContent(text.runs.full);
  });

  it.each([
    ['none', []],
    ['none that goes on', [{ ...run, start: '2026-01-03', end: '2026-03-28' }]],
  ])('may be missing: %s', async (_, all) => {
    mockApi({ [PATH]: respond({ runs: all }) });
    await open();
    expect((await runs()).getByText(text.runs.none)).toBeVisible();
    expect((await runs()).queryByRole('listitem')).toBeNull();
  });
});

describe('a course of which the catalogue has little', () => {
  it('has no empty parts', async () => {
    const { _id, name, description, type, enrollmentCount } = course;
    const data = { _id, name, description, type, enrollmentCount };
    mockApi({
      [PATH]: dataResponse({ ...data, outcomes: [], syllabus: [], runs: [] }),
    });
    await open();
    expect(await screen.findByText(text.runs.none)).toBeVisible();
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Rust',
      text.runs.title,
    ]);
  });
});

describe('the length of a session', () => {
  it.each([
    [45, '45 minutes'],
    [120, '2 hours'],
    [150, '2 hours, 30 minutes'],
  ])('of %s minutes is in hours and minutes', async (sessionMinutes, length) => {
    mockApi({ [PATH]: respond({ sessionMinutes }) });
    await open();
    expect(await screen.findByText(length)).toBeVisible();
  });
});

describe('a prerendered page', () => {
  const embed = (data: object) => {
    const element = document.createElement('script');
    element.type = 'application/json';
    element.id = PAGE_DATA_ID;
    element.textContent = JSON.stringify({ key: ['course', 'en', 'rust'], data });
    document.head.append(element);
    return () => {
      element.remove();
    };
  };
  const { placesLeft: _, ...runInFile } = run;
  const inFile = { ...course, description: 'As in the file', runs: [runInFile] };

  it('shows what it was rendered with until the API has responded', async () => {
    const remove = embed(inFile);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    mockApi({
      [PATH]: async (signal) => {
        await released;
        return respond({ runs: [{ ...run, placesLeft: 2 }] })(signal);
      },
    });
    await open();
    expect(screen.getByText('As in the file')).toBeVisible();
    expect((await runs()).getByText('16 places in all')).toBeVisible();
    release();
    expect(await screen.findByText('2 places left')).toBeVisible();
    expect(screen.getByText(course.description)).toBeVisible();
    remove();
  });

  it('stays when the API does not respond, and says that places may have changed', async () => {
    const remove = embed(inFile);
    mockApi({ [PATH]: errorResponse(429, 'too_many_attempts') });
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent(text.outdated);
    expect(screen.getByText('As in the file')).toBeVisible();
    remove();
  });

  it('of a course that was withdrawn since then says so', async () => {
    const remove = embed(inFile);
    mockApi({ [PATH]: errorResponse(404, 'course_not_found') });
    await open();
    expect(await screen.findByText(text.notFound.title)).toBeVisible();
    remove();
  });
});

describe('a course of the list', () => {
  it('shows its title at once', async () => {
    mockApi({ [PATH]: () => new Promise(() => undefined) });
    queryClient.setQueryData(['courses', 'en'], [course]);
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Rust' })).toBeVisible();
    expect(screen.getByText(text.loading)).toHaveRole('status');
  });
});

describe('the sessions of a run', () => {
  it('are a calendar file, in the language of the page', async () => {
    mockApi({ [PATH]: respond() });
    await open();
    const link = await screen.findByRole('link', { name: /^Add to calendar: 27 March/ });
    expect(link).toHaveAttribute('href', '/api/courses/rust/runs/2027-spring/calendar?lang=en');
    expect(link).toHaveAttribute('download');
  });

  it('are listed in the time zone of the run, cancelled ones marked', async () => {
    const sessions: Run['sessions'] = [
      { number: 1, startsAt: '2027-03-27T09:00:00Z', endsAt: '2027-03-27T11:00:00Z' },
      {
        number: 2,
        startsAt: '2027-04-03T09:00:00Z',
        endsAt: '2027-04-03T11:00:00Z',
        cancelled: true,
      },
    ];
    mockApi({ [PATH]: respond({ runs: [{ ...run, sessions }] }) });
    await open();
    fireEvent.click(await screen.findByText(text.runs.times));
    const items = screen.getAllByText(/2027, 10:00/).map((item) => item.closest('li'));
    expect(items[0]).toHaveTextContent('Saturday, 27 March 2027, 10:00–12:00');
    expect(items[1]).toHaveTextContent('Saturday, 3 April 2027, 10:00–12:00 (cancelled)');
  });
});

describe('a visitor', () => {
  it('is led to the sign-up and the login, which return to the page', async () => {
    mockApi({ [PATH]: respond() });
    await open();
    for (const [name, path] of [
      [text.visitor.ask, '/signup'],
      [text.visitor.login, '/login'],
    ] as const) {
      fireEvent.click(await screen.findByRole('link', { name }));
      expect(window.location.pathname).toBe(path);
      expect(window.history.state).toMatchObject({
        usr: { from: '/courses/rust', wanted: 'Rust' },
      });
      window.history.back();
      await screen.findByRole('heading', { name: 'Rust' });
    }
  });

  it('is not told to ask for a place when every run has begun', async () => {
    mockApi({ [PATH]: respond({ runs: [{ ...run, start: '2020-01-04' }] }) });
    await open();
    const { signup } = translations.en.courses;
    expect(await screen.findByRole('link', { name: signup.button })).toHaveAttribute(
      'href',
      '/signup',
    );
    expect(screen.getByText(signup.invitation)).toBeVisible();
    expect(screen.queryByText(text.visitor.ask)).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: signup.button }));
    expect(window.history.state).toMatchObject({ usr: { from: '/courses/rust' } });
    expect(window.history.state).not.toHaveProperty('usr.wanted');
  });
});

describe.each(languages)('the price for a visitor in $ownName', ({ code }) => {
  const { coursePrices } = translations[code];
  const DINARS = /14\D900/;
  const prefer = (...tags: string[]) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
  };
  const field = () => screen.findByRole('combobox', { name: coursePrices.country });
  const price = async () => (await screen.findByText(coursePrices.price)).closest('p');

  it('is that of the country of the browser', async () => {
    prefer('ar', 'fr-DZ', 'fr-FR');
    const calls = mockApi({ [PATH]: respond() });
    await open(code);
    expect(await field()).toHaveDisplayValue({ en: 'Algeria', fr: 'Algérie', ar: 'الجزائر' }[code]);
    await waitFor(async () => {
      expect(await price()).toHaveTextContent(DINARS);
    });
    expect(screen.getByText(normalizeSpaces(coursePrices.tax.included))).toBeVisible();
    expect(calls.countries()).toEqual(['Algeria']);
  });

  it('is that of the default list for any other country, and changes with the chosen one', async () => {
    prefer('fr', 'fr-BE');
    const calls = mockApi({ [PATH]: respond() });
    await open(code);
    expect(await field()).toHaveDisplayValue(coursePrices.otherCountry);
    await waitFor(async () => {
      expect(await price()).toHaveTextContent('179');
    });
    fireEvent.change(await field(), { target: { value: 'DZ' } });
    await waitFor(async () => {
      expect(await price()).toHaveTextContent(DINARS);
    });
    expect(calls.countries()).toEqual(['', 'Algeria']);
  });

  it('stays that of the country that was chosen', async () => {
    prefer('fr-DZ');
    localStorage.setItem('priceCountry', '');
    mockApi({ [PATH]: respond() });
    await open(code);
    expect(await field()).toHaveValue('');
    fireEvent.change(await field(), { target: { value: 'FR' } });
    expect(localStorage.getItem('priceCountry')).toBe('FR');
  });

  it('can be loaded again, while the country stays to choose', async () => {
    prefer('fr-DZ');
    const responses = {
      [PATH]: respond(),
      'GET /coursePrices': errorResponse(403, 'forbidden') as typeof respondWithPrices,
    };
    mockApi(responses);
    await open(code);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(coursePrices.failed);
    expect(await field()).toBeVisible();
  });

  it('is missing where no list has it', async () => {
    mockApi({
      [PATH]: respond(),
      'GET /coursePrices': dataResponse([]),
    });
    await open(code);
    await waitFor(() => {
      expect(
        queryClient.getQueryCache().findAll({ queryKey: ['coursePrices'] })[0]?.state.status,
      ).toBe('success');
    });
    expect(screen.queryByText(coursePrices.price)).toBeNull();
  });
});
