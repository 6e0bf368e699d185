import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { courseKey } from '#entities/course/api.ts';
import type { MyCourse, MyCourseLists } from '#entities/my-courses/api.ts';
import { placeRequestDraft } from '#entities/session/drafts.ts';
import { signOut } from '#entities/session/session.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { springRun } from '#testing/courseRun.ts';
import {
  dataResponse,
  errorResponse,
  jsonResponse,
  mockApi,
  noResponse,
} from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { CourseScreen } from './CourseScreen.tsx';

type Run = components['schemas']['CourseRun'];

const spring: Run = { ...springRun, id: 'spring', placesLeft: 3 };
const autumn: Run = { ...spring, id: 'autumn', start: '2027-10-02', end: '2027-12-18' };
const full: Run = { ...autumn, id: 'full', placesLeft: 0 };
const started: Run = { ...spring, id: 'started', start: '2027-01-02' };

const course = {
  _id: 'rust',
  name: 'Rust',
  description: 'From the ground up',
  type: 'cpd',
  enrollmentCount: 3,
  outcomes: [],
  syllabus: [],
};

const DETAILS = 'GET /courses/rust';
const MINE = 'GET /users/me/courses';
const ASK = 'POST /courses/rust/requests';
const WITHDRAW = 'DELETE /courses/rust/requests';

const courseWith = (...runs: Run[]) => dataResponse({ ...course, runs });
const mineWith = (mine: Partial<MyCourseLists> = {}) =>
  dataResponse({ requested: [], enrolled: [], past: [], ...mine });
const me = (id = 'amina') => dataResponse({ _id: id, country: 'Algeria' });

const pending: MyCourse = {
  course: { _id: 'rust', name: 'Rust', type: 'cpd' },
  state: 'pending',
  run: { id: 'spring', start: '2027-03-27', end: '2027-06-12' },
  message: 'A question',
  requestedAt: '2027-01-09T12:00:00Z',
};

const inAutumn: MyCourse = {
  ...pending,
  run: { id: 'autumn', start: '2027-10-02', end: '2027-12-18' },
  message: 'Hello',
};
const { course: _, ...requested } = inAutumn;
const accepted = dataResponse({ ...requested, place: 'requested' });

/** The API of a user without a request, with two runs. */
const api = () => ({
  [DETAILS]: courseWith(spring, autumn),
  [MINE]: mineWith(),
  'GET /users/me': me(),
  'GET /coursePrices': dataResponse([
    { id: 'p', course: 'rust', amount: '9500.00', currency: 'DZD' },
  ]),
});

const open = (language: LanguageCode = 'en') =>
  openScreen(CourseScreen, {
    path: '/courses/rust',
    route: '/courses/:id',
    language,
    namespaces: ['coursePage', 'courses', 'errors'],
  });

const { placeRequest: text, myCourses: mineText, errors, coursePage } = translations.en;

const button = (name: string) => screen.findByRole('button', { name });
const calendarButtons = () => screen.queryAllByText(coursePage.calendar.add);
const message = () => screen.findByRole('textbox', { name: new RegExp(text.message) });
const type = async (value: string) => {
  fireEvent.change(await message(), { target: { value } });
};
const choose = async (position: number) => {
  const runs = await screen.findAllByRole('radio');
  fireEvent.click(runs[position] as HTMLElement);
};
const press = async () => {
  fireEvent.click(await button(text.ask));
};
/** Asks for a place in the run that is chosen, or else in the first one. */
const ask = async () => {
  if (screen.queryByRole('radio', { checked: true }) === null) {
    await choose(0);
  }
  await press();
};

const refreshCourse = () =>
  act(() => queryClient.invalidateQueries({ queryKey: courseKey('rust', 'en') }));

beforeEach(() => {
  placeRequestDraft.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-10T12:00:00Z') });
  setAccessToken('token');
});

describe.each(languages)('a signed-in user in $ownName', ({ code, dates }) => {
  const { placeRequest, coursePrices, myCourses } = translations[code];

  it('sees the price, and asks for a place in a run', async () => {
    const responses = { ...api(), [ASK]: accepted };
    const calls = mockApi(responses);
    await open(code);
    expect(await screen.findByText(coursePrices.price)).toBeVisible();
    const choice = await screen.findByRole('group', {
      name: placeRequest.question,
    });
    const [first, second] = within(choice).getAllByRole('radio');
    expect(first).not.toBeChecked();
    fireEvent.click(second ?? choice);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' Hello ' } });
    responses[MINE] = mineWith({ requested: [inAutumn] });
    fireEvent.click(screen.getByRole('button', { name: placeRequest.ask }));

    expect(await screen.findByText(myCourses.states.requested)).toBeVisible();
    const range = new Intl.DateTimeFormat(dates, {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).formatRange(new Date('2027-10-02'), new Date('2027-12-18'));
    expect(screen.getAllByText(normalizeSpaces(range))).not.toEqual([]);
    expect(calls.filter(({ name }) => name === ASK).map(({ body }) => body)).toEqual([
      { run: 'autumn', message: 'Hello' },
    ]);
    expect(screen.queryByRole('textbox')).toBeNull();
    await waitFor(() => {
      expect(screen.getByText(myCourses.states.requested).closest('[role=status]')).toHaveFocus();
    });
  });

  it.each([
    ['run_full', 409],
    ['run_started', 409],
    ['already_enrolled', 409],
    ['too_many_requests', 429],
    ['course_not_found', 404],
    ['service_unavailable', 503],
  ] as const)('reads why a request is refused: %s', async (refusal, status) => {
    mockApi({ ...api(), [ASK]: errorResponse(status, refusal) });
    await open(code);
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Hello' } });
    await choose(0);
    fireEvent.click(screen.getByRole('button', { name: placeRequest.ask }));
    const expected = normalizeSpaces(translations[code].errors[refusal]);
    expect(await screen.findByRole('alert')).toHaveTextContent(expected);
    expect(screen.getByRole('textbox')).toHaveValue('Hello');
  });
});

describe('asking for a place', () => {
  it('needs a choice where several runs are open', async () => {
    const calls = mockApi({ ...api(), [ASK]: accepted });
    await open();
    await press();
    const choice = screen.getByRole('group', { name: text.question });
    await waitFor(() => {
      expect(choice).toHaveTextContent(text.choose);
      expect(choice).toHaveFocus();
    });
    expect(calls.some(({ name }) => name === ASK)).toBe(false);
  });

  it('needs no choice where one run is open', async () => {
    const calls = mockApi({ ...api(), [DETAILS]: courseWith(full, autumn), [ASK]: accepted });
    await open();
    await press();
    await waitFor(() => {
      expect(calls.find(({ name }) => name === ASK)?.body).toEqual({ run: 'autumn' });
    });
  });

  it('is sent once, however often the button is pressed', async () => {
    const calls = mockApi({ ...api(), [ASK]: noResponse });
    await open();
    await ask();
    await ask();
    await ask();
    await waitFor(() => {
      expect(calls.filter(({ name }) => name === ASK)).toHaveLength(1);
    });
    expect(calls.find(({ name }) => name === ASK)?.body).toEqual({ run: 'spring' });
  });

  it('offers the waiting list of a run that has become full, and keeps the message', async () => {
    const responses = { ...api(), [ASK]: errorResponse(409, 'run_full') };
    mockApi(responses);
    await open();
    await type('Hello');
    responses[DETAILS] = courseWith({ ...spring, placesLeft: 0 }, autumn);
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(errors.run_full);
    // The full run is still chosen.
    expect(await button(text.joinList)).toBeVisible();
    await choose(1);
    responses[ASK] = accepted;
    responses[MINE] = mineWith({ requested: [inAutumn] });
    expect(await message()).toHaveValue('Hello');
    await ask();
    expect(await screen.findByText(mineText.states.requested)).toBeVisible();
  });

  it.each<[string, MyCourse[]]>([
    ['new', []],
    ['changed', [pending]],
  ])('says that the last run has begun, when a %s request is refused', async (_, waiting) => {
    const responses = {
      ...api(),
      [DETAILS]: courseWith(spring),
      [MINE]: mineWith({ requested: waiting }),
      [ASK]: errorResponse(409, 'run_started'),
    };
    mockApi(responses);
    await open();
    if (waiting.length > 0) {
      fireEvent.click(await button(text.change));
    }
    const pressed = await button(text.ask);
    pressed.focus();
    responses[DETAILS] = courseWith(started);
    fireEvent.click(pressed);
    await waitFor(() => {
      expect(pressed).not.toBeInTheDocument();
    });
    expect(await screen.findByText(errors.run_started)).toBeVisible();
    expect((await screen.findByText(coursePage.calendar.add)).closest('section')).toContainElement(
      document.activeElement as HTMLElement,
    );
  });

  it('shows at the runs that the catalogue has them no longer', async () => {
    mockApi({ ...api(), [ASK]: errorResponse(400, 'invalid', { run: 'run_not_found' }) });
    await open();
    await ask();
    expect(await screen.findByText(errors.run_not_found)).toBeVisible();
  });

  it('says that nothing is lost without a connection', async () => {
    mockApi({ ...api(), [ASK]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await open();
    await type('Hello');
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      translations.en.common.unanswered.kept,
    );
    expect(await message()).toHaveValue('Hello');
  });

  it('shows what has become of a request that was changed elsewhere', async () => {
    const responses = { ...api(), [ASK]: errorResponse(409, 'conflict') };
    mockApi(responses);
    await open();
    await screen.findByRole('button', { name: text.ask });
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(text.conflict);
    responses[MINE] = mineWith({ enrolled: [{ ...pending, state: 'enrolled' }] });
    responses[ASK] = errorResponse(409, 'already_enrolled');
    await ask();
    expect(await screen.findByText(text.enrolled)).toBeVisible();
    expect(screen.queryByRole('button', { name: text.ask })).toBeNull();
  });

  it('keeps the chosen dates when the session has ended, without a message, too', async () => {
    mockApi({ ...api(), [ASK]: errorResponse(401, 'unauthorized') });
    await open();
    fireEvent.click((await screen.findAllByRole('radio'))[1] as HTMLElement);
    await ask();
    expect(await screen.findByRole('link', { name: coursePage.visitor.ask })).toBeVisible();

    act(() => {
      setAccessToken('new token');
    });
    await waitFor(() => {
      expect(screen.getAllByRole('radio')[1]).toBeChecked();
    });
  });

  it('keeps the message when the session has ended, for the same user only', async () => {
    const responses = { ...api(), [ASK]: errorResponse(401, 'unauthorized') };
    mockApi(responses);
    await open();
    await type('Hello');
    fireEvent.click(screen.getAllByRole('radio')[1] as HTMLElement);
    await ask();
    expect(await screen.findByText(errors.unauthorized)).toBeVisible();
    expect(await screen.findByRole('link', { name: coursePage.visitor.ask })).toBeVisible();

    responses['GET /users/me'] = me('karim');
    act(() => {
      setAccessToken('token of karim');
    });
    expect(await message()).toHaveValue('');

    responses['GET /users/me'] = me();
    act(() => {
      setAccessToken('new token');
    });
    await waitFor(async () => {
      expect(await message()).toHaveValue('Hello');
    });
    expect(screen.getAllByRole('radio')[1]).toBeChecked();

    act(() => {
      signOut();
      setAccessToken('newest token');
    });
    await waitFor(async () => {
      expect(await message()).toHaveValue('');
    });
  });

  it.each<[string, MyCourse[]]>([
    ['new', []],
    ['waiting', [pending]],
  ])('does not bring back the deleted message of a %s request', async (_, waiting) => {
    mockApi({ ...api(), [MINE]: mineWith({ requested: waiting }) });
    await open();
    if (waiting.length > 0) {
      fireEvent.click(await button(text.change));
    }
    await type('Hello');
    await type('');
    const before = await message();
    act(() => {
      setAccessToken('new token');
    });
    await waitFor(() => {
      expect(before).not.toBeInTheDocument();
    });
    expect(await message()).toHaveValue('');
  });

  it('keeps the message while the page of another course is open', async () => {
    const draft = { user: 'amina', course: 'python', run: 'spring', message: 'Hello' };
    placeRequestDraft.write(draft);
    mockApi(api());
    await open();
    await message();
    expect(placeRequestDraft.read('amina', 'python')).toEqual(draft);
  });

  it('is not possible without a place', async () => {
    mockApi({ ...api(), [DETAILS]: courseWith(started) });
    await open();
    expect(await screen.findByText(text.noPlaces)).toBeVisible();
    expect(screen.getByText(coursePage.runs.started)).toBeVisible();
    expect(screen.queryByRole('button', { name: text.ask })).toBeNull();
  });

  it('joins the waiting list of a run that is full', async () => {
    const place = { ...requested, run: { ...requested.run, id: 'full' }, place: 'waiting' };
    const responses = {
      ...api(),
      [DETAILS]: courseWith(full),
      [ASK]: dataResponse(place),
    };
    const calls = mockApi(responses);
    await open();
    expect(await screen.findByText(coursePage.runs.full)).toBeVisible();
    expect(screen.getByRole('radio')).toBeChecked();
    expect(screen.getByText(text.listAfterwards)).toBeVisible();
    responses[MINE] = mineWith({ requested: [{ ...inAutumn, place: { state: 'waiting' } }] });
    fireEvent.click(await button(text.joinList));
    expect(await screen.findByText(mineText.states.waiting)).toBeVisible();
    expect(calls.find(({ name }) => name === ASK)?.body).toEqual({
      run: 'full',
      waitingList: true,
    });
    expect(await button(mineText.withdraw.waiting.action)).toBeVisible();
  });

  it('is not possible without a run', async () => {
    mockApi({ ...api(), [DETAILS]: courseWith() });
    await open();
    expect(await screen.findByText(coursePage.runs.none)).toBeVisible();
    expect(screen.queryByText(text.noPlaces)).toBeNull();
    expect(screen.queryByRole('button', { name: text.ask })).toBeNull();
  });
});

describe('a request that waits', () => {
  const waiting = () => ({ ...api(), [MINE]: mineWith({ requested: [pending] }) });

  it('is shown with its dates and message, and can be replaced', async () => {
    const calls = mockApi({ ...waiting(), [ASK]: accepted });
    await open();
    expect(await screen.findByText(mineText.states.requested)).toBeVisible();
    expect(screen.getByText('A question')).toBeVisible();
    fireEvent.click(await button(text.change));
    // The pressed button is gone.
    expect(screen.getByRole('group', { name: text.question })).toHaveFocus();
    expect(screen.getAllByRole('radio')[0]).toBeChecked();
    expect(await message()).toHaveValue('A question');
    fireEvent.click(screen.getAllByRole('radio')[1] as HTMLElement);
    await ask();
    await waitFor(() => {
      expect(calls.find(({ name }) => name === ASK)?.body).toEqual({
        run: 'autumn',
        message: 'A question',
      });
    });
  });

  it('offers its change again after all places were taken meanwhile', async () => {
    const responses = waiting();
    mockApi(responses);
    await open();
    fireEvent.click(await button(text.change));
    responses[DETAILS] = courseWith(started);
    await refreshCourse();
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: text.ask })).toBeNull();
    });
    expect(screen.queryByRole('button', { name: text.change })).toBeNull();
    responses[DETAILS] = courseWith(spring, autumn);
    await refreshCourse();
    expect(await button(text.change)).toBeVisible();
    expect(screen.queryByRole('button', { name: text.ask })).toBeNull();
  });

  it('can be withdrawn after a question', async () => {
    const responses = {
      ...waiting(),
      [WITHDRAW]: jsonResponse(200, { success: true, message: 'Done' }),
    };
    const calls = mockApi(responses);
    await open();
    const { action, done } = mineText.withdraw.requested;
    fireEvent.click(await button(action));
    const dialog = await screen.findByRole('alertdialog');
    expect(calls.some(({ name }) => name === WITHDRAW)).toBe(false);
    responses[MINE] = mineWith();
    fireEvent.click(within(dialog).getByRole('button', { name: action }));
    const withdrawn = done.replace('{{course}}', isolatedName('Rust'));
    expect(await screen.findByText(withdrawn)).toBeVisible();
    expect(await button(text.ask)).toBeVisible();
  });
});

describe.each<[string, Partial<MyCourseLists>, string, boolean]>([
  [
    'declined',
    { requested: [{ ...pending, state: 'declined', reason: 'Full' }] },
    text.ends.declined,
    true,
  ],
  ...(['expired', 'withdrawn', 'cancelled'] as const).map(
    (state): [string, Partial<MyCourseLists>, string, boolean] => [
      state,
      { requested: [{ ...pending, state: 'declined', place: { state } }] },
      text.ends[state],
      true,
    ],
  ),
  ['reserved', { requested: [{ ...pending, place: { state: 'offered' } }] }, text.offered, false],
  ['accepted', { enrolled: [{ ...pending, state: 'enrolled' }] }, text.enrolled, false],
  ['that the user has done', { past: [{ ...pending, state: 'enrolled' }] }, text.ended, false],
])('a course %s', (_, mine, shown, canAsk) => {
  it(canAsk ? 'can be asked for again' : 'cannot be asked for', async () => {
    mockApi({ ...api(), [MINE]: mineWith(mine) });
    await open();
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.queryByRole('button', { name: text.ask }) !== null).toBe(canAsk);
  });
});

describe('a request that was never decided', () => {
  it('does not keep the user from asking again', async () => {
    mockApi({ ...api(), [MINE]: mineWith({ past: [pending] }) });
    await open();
    expect(await button(text.ask)).toBeVisible();
    expect(screen.queryByText(mineText.states.requested)).toBeNull();
  });
});

describe('when something cannot be loaded', () => {
  it("shows the dates and why the user's courses are missing, and loads them again", async () => {
    const responses = { ...api(), [MINE]: errorResponse(429, 'too_many_attempts') };
    mockApi(responses);
    await open();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(mineText.failed);
    // The dates are shown as visitors see them.
    expect(calendarButtons()).toHaveLength(2);
    expect(screen.queryByRole('radio')).toBeNull();
    const succeed = () => (responses[MINE] = mineWith());
    await expectFocusAfterRetry(notice, succeed, coursePage.runs.title);
    expect(await button(text.ask)).toBeVisible();
    expect(calendarButtons()).toHaveLength(2);
  });

  it.each(['GET /coursePrices', 'GET /users/me'] as const)(
    'lets the user ask without a price, which a retry loads (%s)',
    async (failing) => {
      const responses = { ...api(), [failing]: errorResponse(429, 'too_many_attempts') };
      mockApi(responses);
      await open();
      const notice = await screen.findByRole('alert');
      expect(notice).toHaveTextContent(translations.en.coursePrices.failed);
      expect(await button(text.ask)).toBeVisible();
      const succeed = () => (responses[failing] = api()[failing]);
      await expectFocusAfterRetry(notice, succeed, coursePage.runs.title);
      expect(await screen.findByText(translations.en.coursePrices.price)).toBeVisible();
    },
  );
});
