import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import type { MyCourse, MyCourseLists as List } from '#entities/my-courses/api.ts';
import { changeLanguage } from '#i18n/i18n.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { nearDays } from '#testing/nearDays.ts';
import { dataResponse, errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { student } from '#testing/student.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { MyCoursesScreen } from './MyCoursesScreen.tsx';

type Place = NonNullable<MyCourse['place']>;

/** The names of Africa/Algiers, as the page of a course has them. */
const timeZones: Record<LanguageCode, string> = {
  en: 'Algiers time',
  fr: 'heure d’Alger',
  ar: 'بتوقيت الجزائر',
};

const LIST = 'GET /users/me/courses';
const WITHDRAW = 'DELETE /courses/writing/requests';
const CANCEL = 'DELETE /courses/writing/place';
const PAYER = 'PUT /courses/writing/place/payer';
const MATERIALS = 'GET /courses/writing/runs/2027-spring/materials';

const session = (number: number, day: string, cancelled = false) => ({
  number,
  startsAt: `${day}T09:00:00Z`,
  endsAt: `${day}T10:30:00Z`,
  ...(cancelled && { cancelled: true }),
});

const writing = {
  course: { _id: 'writing', name: 'Creative writing', type: 'additional', artwork: 'writing' },
  state: 'pending',
  run: {
    id: '2027-spring',
    start: '2027-02-06',
    end: '2027-03-27',
    weekdays: ['saturday'],
    time: '10:00',
    timeZone: 'Africa/Algiers',
    language: 'fr',
    sessions: [
      session(1, '2027-02-06'),
      session(2, '2027-02-12', true),
      session(3, '2027-02-13'),
      session(4, '2027-02-20'),
    ],
  },
  message: 'Are beginners welcome?',
  requestedAt: '2026-11-03T12:00:00Z',
} satisfies MyCourse;

const budgets: MyCourse = {
  course: { _id: 'budgets', name: 'Budgets', type: 'cpd' },
  state: 'declined',
  run: { id: '2027-spring', start: '2027-02-06', end: '2027-03-27' },
  requestedAt: '2026-10-01T12:00:00Z',
  decidedAt: '2026-10-05T12:00:00Z',
  reason: 'The run is in French only.',
};

const leading: MyCourse = {
  course: { _id: 'leading', name: 'Leading teams', type: 'cpd' },
  state: 'enrolled',
  enrolledAt: '2026-09-09T12:00:00Z',
};

const drawing: MyCourse = {
  ...leading,
  course: { _id: 'drawing', name: 'Drawing', type: 'additional' },
  run: { id: '2025-spring', start: '2025-02-06', end: '2025-03-27' },
};

const due = { amount: '11900.00', currency: 'DZD' };

const offer: Place = {
  state: 'offered',
  price: due,
  due,
  payBy: '2027-01-20',
  reference: 'MS-7K4Q-92BX',
  ways: [
    { method: 'ccp', account: '0012 3', text: 'At the post office.' },
    { method: 'cash', text: 'At our office,\n1 Example Street.' },
  ],
};

/** Creative writing in that state of its place. */
function withPlace(place: Place): MyCourse {
  const ended = ['declined', 'expired', 'withdrawn', 'cancelled'].includes(place.state);
  const state = place.state === 'confirmed' ? 'enrolled' : ended ? 'declined' : 'pending';
  return {
    ...writing,
    state,
    place,
    ...(state === 'enrolled' && { enrolledAt: '2026-11-09T12:00:00Z' }),
  };
}

const listOf = (lists: Partial<List> = {}) =>
  dataResponse({ requested: [], enrolled: [], past: [], ...lists });
const done = jsonResponse(200, { success: true, message: 'Done' });
const materials = (data: object[]) => dataResponse(data);
const me = {
  'GET /users/me': dataResponse(student),
  [MATERIALS]: materials([]),
};

const open = (language: LanguageCode = 'en', course = '') =>
  openScreen(MyCoursesScreen, {
    path: `/my-courses${course}`,
    route: '/my-courses/*',
    language,
    namespaces: ['myCourses', 'myPlace', 'errors'],
  });

/** Opens the page of creative writing. */
const openPlace = (language: LanguageCode = 'en') => open(language, '/writing');

const long = (language: LanguageCode) => {
  const { dates } = languages.find(({ code }) => code === language) ?? languages[0];
  return new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
};

/** Presses a button, and the one with the second name in the dialog that it opens. */
async function press(name: string, answer: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: answer }));
}

beforeEach(() => {
  setAccessToken('token');
});

describe.each(languages)('the courses of a user in $ownName', ({ code: language }) => {
  const { errors, myCourses: text } = translations[language];

  /** The course with this name in the list. */
  const itemOf = async ({ course }: MyCourse): Promise<HTMLElement> => {
    const name = await screen.findByRole('heading', { name: course.name });
    return name.closest('li') ?? name;
  };

  it('are each in their group, with their state and the way to their page', async () => {
    const requests = mockApi({
      ...me,
      [LIST]: listOf({ requested: [writing, budgets], enrolled: [leading], past: [drawing] }),
    });
    await open(language);
    const groups = await screen.findAllByRole('heading', { level: 2 });
    expect(groups.map(({ textContent }) => textContent)).toEqual(Object.values(text.groups));
    const range = long(language).formatRange(new Date('2027-02-06'), new Date('2027-03-27'));
    expect(await itemOf(writing)).toHaveTextContent(text.states.requested);
    expect(await itemOf(writing)).toHaveTextContent(normalizeSpaces(range));
    expect(await itemOf(budgets)).toHaveTextContent(text.states.declined);
    expect(await itemOf(leading)).toHaveTextContent(text.states.confirmed);
    expect(await itemOf(drawing)).toHaveTextContent(text.states.finished);
    expect(screen.getByRole('link', { name: 'Drawing' })).toHaveAttribute(
      'href',
      '/my-courses/drawing',
    );
    const list = requests.find(({ name }) => name === LIST);
    expect(list?.query.get('lang')).toBe(language);
  });

  it('say what is still to pay, and until when', async () => {
    mockApi({ ...me, [LIST]: listOf({ requested: [withPlace(offer)] }) });
    await open(language);
    const item = await itemOf(writing);
    expect(item).toHaveTextContent(text.states.offered);
    await waitFor(() => {
      expect(item).toHaveTextContent(/11.900/);
    });
    expect(item).toHaveTextContent(normalizeSpaces(long(language).format(new Date('2027-01-20'))));
  });

  it('say that the proof of a payment is being looked at', async () => {
    const proofs: Place['proofs'] = [
      { name: 'a.pdf', state: 'sent', sentAt: '2027-01-06T10:00:00Z' },
    ];
    mockApi({ ...me, [LIST]: listOf({ requested: [withPlace({ ...offer, proofs })] }) });
    await open(language);
    expect(await itemOf(writing)).toHaveTextContent(text.proofSent);
  });

  it('lead into the next session while it is open', async () => {
    // It is the next day already where the session is.
    vi.useFakeTimers({ now: Date.parse('2027-02-12T22:59:00Z'), shouldAdvanceTime: true });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    mockApi({ ...me, [LIST]: listOf({ enrolled: [withPlace({ state: 'confirmed' })] }) });
    await open(language);
    const item = await itemOf(writing);
    const [today, tomorrow] = nearDays[language];
    const times = (day: string) => new RegExp(`${day}, 10:00[^0-9]+11:30`.replace(',', '[,،]'));
    expect(item).toHaveTextContent(times(tomorrow));
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    expect(item).toHaveTextContent(times(today));
    expect(item).toHaveTextContent(timeZones[language]);
    await act(() => vi.advanceTimersByTimeAsync(9 * 3_600_000 + 40 * 60_000));
    const label = text.session.joinNamed.replace('{{course}}', 'Creative writing');
    expect(within(item).queryByRole('link', { name: label })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(6 * 60_000));
    expect(within(item).getByRole('link', { name: label })).toHaveAttribute(
      'href',
      '/join/writing/2027-spring/3',
    );
  });

  it('lead to the catalogue when there are none', async () => {
    mockApi({ ...me, [LIST]: listOf() });
    await open(language);
    expect(await screen.findByText(normalizeSpaces(text.empty))).toBeVisible();
    expect(screen.getByRole('link', { name: text.browse })).toHaveAttribute('href', '/courses');
  });

  it('say why they could not be loaded, and are loaded again', async () => {
    const responses = { ...me, [LIST]: errorResponse(403, 'forbidden') };
    mockApi(responses);
    await open(language);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(normalizeSpaces(text.failed));
    expect(notice).toHaveTextContent(normalizeSpaces(errors.forbidden));
    const succeed = () => (responses[LIST] = listOf({ enrolled: [leading] }));
    await expectFocusAfterRetry(notice, succeed, text.title);
    expect(await itemOf(leading)).toBeVisible();
  });
});

describe('the courses of a user', () => {
  const text = translations.en.myCourses;

  it('say that they load', async () => {
    mockApi({ ...me, [LIST]: () => new Promise(() => undefined) });
    await open();
    expect(screen.getByText(text.loading)).toHaveAttribute('role', 'status');
  });

  it('stay as they were fetched last when they cannot be fetched in another language', async () => {
    mockApi({ ...me, [LIST]: listOf({ requested: [writing] }) });
    await open();
    expect(await screen.findByText(text.states.requested)).toBeVisible();
    mockApi({ ...me, [LIST]: listOf({ enrolled: [withPlace({ state: 'confirmed' })] }) });
    await act(() => changeLanguage('fr'));
    expect(await screen.findByText(translations.fr.myCourses.states.confirmed)).toBeVisible();
    const requests = mockApi({ ...me, [LIST]: errorResponse(429, 'too_many_requests') });
    await act(() => changeLanguage('ar'));
    await waitFor(() => {
      expect(requests.some(({ name }) => name === LIST)).toBe(true);
      expect(queryClient.isFetching()).toBe(0);
    });
    expect(await screen.findByText(translations.ar.myCourses.states.confirmed)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe.each(languages)('the page of a place in $ownName', ({ code: language }) => {
  const { myCourses, myPlace: text } = translations[language];

  it('shows when and how the user asked, and the dates, sessions and language of the run', async () => {
    mockApi({ ...me, [LIST]: listOf({ requested: [writing] }) });
    await openPlace(language);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Creative writing' }),
    ).toBeVisible();
    const date = long(language).format(new Date('2026-11-03'));
    const sessions = text.sessions
      .replace(
        '{{weekdays}}',
        new Intl.DateTimeFormat(language, { weekday: 'long' }).format(new Date('2027-02-06')),
      )
      .replace('{{time}}', '10:00')
      .replace('{{timeZone}}', timeZones[language]);
    const french = new Intl.DisplayNames(language, { type: 'language' }).of('fr') ?? '';
    const range = long(language).formatRange(new Date('2027-02-06'), new Date('2027-03-27'));
    for (const shown of [
      range,
      sessions,
      text.taughtIn.replace('{{language}}', french),
      text.requestedAt.replace('{{date}}', date),
      text.now.requested,
      `(${text.cancelled})`,
    ]) {
      expect(document.body).toHaveTextContent(normalizeSpaces(shown));
    }
    expect(screen.getByRole('blockquote')).toHaveTextContent('Are beginners welcome?');
    expect(screen.getByRole('link', { name: text.calendar })).toHaveAttribute(
      'href',
      `/api/courses/writing/runs/2027-spring/calendar?lang=${language}`,
    );
    expect(screen.getByRole('link', { name: text.course })).toHaveAttribute(
      'href',
      '/courses/writing',
    );
  });

  it('says how to pay a place that is reserved, and until when', async () => {
    mockApi({ ...me, [LIST]: listOf({ requested: [withPlace(offer)] }) });
    await openPlace(language);
    const section = await screen.findByRole('region', { name: text.payment.title });
    await waitFor(() => {
      expect(section).toHaveTextContent(/11.900/);
    });
    expect(section).toHaveTextContent('MS-7K4Q-92BX');
    const ways = within(section).getByRole('list', { name: text.payment.how });
    expect(ways).toHaveTextContent(`CCPAt the post office.0012 3`);
    expect(ways).toHaveTextContent(`${text.receipt.methods.cash}At our office, 1 Example Street.`);
    expect(section).toHaveTextContent(
      normalizeSpaces(long(language).format(new Date('2027-01-20'))),
    );
    expect(section).toHaveTextContent(normalizeSpaces(text.payment.afterwards));
    expect(
      within(section).getByRole('link', { name: text.receipt.kinds.proforma }),
    ).toHaveAttribute('href', '/my-courses/writing/proforma');
  });

  it('says who pays, and that the user pays again, and keeps the focus', async () => {
    const payer = { name: 'Sonatel SARL', address: '4 rue Larbi, Oran', taxNumber: '0991 6100' };
    const responses = { ...me, [LIST]: listOf({ requested: [withPlace(offer)] }), [PAYER]: done };
    const requests = mockApi(responses);
    await openPlace(language);
    const section = await screen.findByRole('region', { name: text.payer.title });
    const button = within(section).getByRole('button', { name: text.payer.open });
    const ask = async () => {
      button.focus();
      fireEvent.click(button);
      const dialog = await screen.findByRole('dialog', { name: text.payer.title });
      await waitFor(() => {
        expect(within(dialog).getByLabelText(text.payer.name)).toHaveFocus();
      });
      return dialog;
    };
    const dialog = await ask();
    expect(within(dialog).queryByRole('button', { name: text.payer.self })).toBeNull();
    for (const [field, value] of Object.entries(payer)) {
      const label = new RegExp(`^${text.payer[field as keyof typeof payer]}`);
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value: ` ${value} ` } });
    }
    responses[LIST] = listOf({ requested: [withPlace({ ...offer, payer })] });
    fireEvent.click(within(dialog).getByRole('button', { name: text.payer.save }));
    expect(await screen.findByText(text.payer.saved)).toBeVisible();
    expect(await within(section).findByText(payer.address)).toBeVisible();
    expect(section).toHaveTextContent(payer.taxNumber);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(button).toHaveFocus();
    });
    expect(button).toHaveTextContent(text.payer.change);

    responses[LIST] = listOf({ requested: [withPlace(offer)] });
    const { self, removed } = text.payer;
    fireEvent.click(within(await ask()).getByRole('button', { name: self }));
    expect(await screen.findByText(removed)).toBeVisible();
    await waitFor(() => {
      expect(button).toHaveTextContent(text.payer.open);
    });
    const bodies = requests.filter(({ name }) => name === PAYER).map(({ body }) => body);
    expect(bodies).toEqual([payer, {}]);
  });

  it('shows the proofs of payment, why one was refused, and how many can still be sent', async () => {
    const proofs: Place['proofs'] = [
      { name: 'photo.jpg', state: 'refused', sentAt: '2027-01-05T10:00:00Z', reason: 'Too dark' },
      { name: 'slip.pdf', state: 'sent', sentAt: '2027-01-06T10:00:00Z' },
    ];
    const shown = withPlace({ ...offer, proofs, proofsLeft: 1 });
    mockApi({ ...me, [LIST]: listOf({ requested: [shown] }) });
    await openPlace(language);
    const list = await screen.findByRole('list', { name: text.proof.list });
    const [refused, sent] = within(list).getAllByRole('listitem');
    const day = long(language).format(new Date('2027-01-05'));
    for (const part of ['photo.jpg', text.proof.states.refused, day, 'Too dark']) {
      expect(refused).toHaveTextContent(normalizeSpaces(part));
    }
    expect(sent).toHaveTextContent('slip.pdf');
    expect(sent).toHaveTextContent(text.proof.states.sent);
    const left = text.proof.left.replace('{{number}}', '1');
    expect(screen.getByRole('group', { name: text.proof.title })).toHaveTextContent(
      normalizeSpaces(left),
    );
  });

  it.each(['enrolled', 'past'])('has the materials of a confirmed place: %s', async (group) => {
    const recording = { session: 2, title: 'تسجيل', url: 'https://video.example/2' };
    const slides = { title: 'Slides', url: 'https://files.example/slides' };
    mockApi({
      ...me,
      [LIST]: listOf({ [group]: [withPlace({ state: 'confirmed' })] }),
      [MATERIALS]: materials([slides, recording]),
    });
    await openPlace(language);
    const section = await screen.findByRole('region', { name: text.materials.title });
    const links = within(section).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([slides.url, recording.url]);
    const link = within(section).getByRole('link', { name: 'تسجيل' });
    expect(link).toHaveAttribute('rel', 'noreferrer');
    expect(section).toHaveTextContent(text.materials.session.replace('{{number}}', '2'));
  });

  it('gives up a confirmed place after saying what is paid back, and keeps the focus', async () => {
    const refundToday = { amount: '5950.00', currency: 'DZD' };
    const confirmed = withPlace({ state: 'confirmed', received: due, refundToday });
    const responses = { ...me, [LIST]: listOf({ enrolled: [confirmed] }), [CANCEL]: done };
    const requests = mockApi(responses);
    await openPlace(language);
    fireEvent.click(await screen.findByRole('button', { name: text.cancel.action }));
    const dialog = await screen.findByRole('alertdialog', { name: text.cancel.question });
    expect(dialog).toHaveTextContent(/5.950/);
    responses[LIST] = listOf({
      requested: [withPlace({ state: 'cancelled', refundDue: refundToday })],
    });
    fireEvent.click(within(dialog).getByRole('button', { name: text.cancel.confirm }));
    const message = text.cancel.done.replace('{{course}}', isolatedName('Creative writing'));
    expect(await screen.findByText(normalizeSpaces(message))).toBeVisible();
    const state = await screen.findByText(myCourses.states.cancelled);
    await waitFor(() => {
      expect(state.parentElement).toHaveFocus();
    });
    expect(await screen.findByText(text.payment.refundDue)).toBeVisible();
    expect(requests.map(({ name }) => name)).toContain(CANCEL);
    expect(await screen.findByRole('link', { name: text.again })).toHaveAttribute(
      'href',
      '/courses/writing',
    );
  });
});

describe('the page of a place', () => {
  const { errors, myCourses, myPlace: text } = translations.en;

  it('takes no more than three proofs of payment', async () => {
    const place = withPlace({ ...offer, proofsLeft: 0 });
    mockApi({ ...me, [LIST]: listOf({ requested: [place] }) });
    await openPlace();
    expect(await screen.findByText(text.proof.noneLeft)).toBeVisible();
    expect(screen.queryByText(text.proof.title)).toBeNull();
  });

  it('shows the proofs of payment of a place that has ended, and takes no other', async () => {
    const proofs: Place['proofs'] = [
      { name: 'a.pdf', state: 'closed', sentAt: '2027-01-06T10:00:00Z' },
    ];
    mockApi({ ...me, [LIST]: listOf({ requested: [withPlace({ state: 'withdrawn', proofs })] }) });
    await openPlace();
    expect(await screen.findByText(text.proof.states.closed)).toBeVisible();
    expect(screen.queryByText(text.proof.title)).toBeNull();
  });

  it.each<[Place, string | undefined, string | undefined]>([
    [{ state: 'requested' }, text.steps.requested, myCourses.withdraw.requested.action],
    [{ state: 'waiting' }, text.steps.requested, myCourses.withdraw.waiting.action],
    [offer, text.steps.offered, myCourses.withdraw.offered.action],
    [{ state: 'confirmed' }, text.steps.confirmed, text.cancel.action],
    [{ state: 'declined' }, undefined, undefined],
    [{ state: 'expired' }, undefined, undefined],
    [{ state: 'withdrawn' }, undefined, undefined],
    [{ state: 'cancelled' }, undefined, undefined],
  ])('has the step and the action of its state: %j', async (place, step, action) => {
    const shown = withPlace(place);
    const group = shown.state === 'enrolled' ? 'enrolled' : 'requested';
    mockApi({ ...me, [LIST]: listOf({ [group]: [shown] }) });
    await openPlace();
    expect(await screen.findByText(text.now[place.state])).toBeVisible();
    expect(
      screen.getByText(myCourses.states[place.state], { selector: '[data-state]' }),
    ).toBeVisible();
    expect(document.querySelector('[aria-current=step]')?.textContent).toBe(step);
    const ofPlace = screen
      .queryAllByRole('button')
      .filter(({ textContent }) => ![text.payment.copy, text.payer.open].includes(textContent));
    expect(ofPlace.map(({ textContent }) => textContent)).toEqual(action ? [action] : []);
    expect(screen.queryByRole('link', { name: text.again }) === null).toBe(action !== undefined);
  });

  it.each([
    ['finished', { state: 'confirmed' }, text.steps.finished],
    ['undecided', { state: 'waiting' }, undefined],
  ] as const)('says that the run is over: %s', async (state, place, step) => {
    mockApi({ ...me, [LIST]: listOf({ past: [withPlace(place)] }) });
    await openPlace();
    expect(await screen.findByText(text.now[state])).toBeVisible();
    expect(document.querySelector('[aria-current=step]')?.textContent).toBe(step);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link', { name: text.calendar })).toBeNull();
  });

  it('of an enrolment without a run has nothing to give up', async () => {
    mockApi({ ...me, [LIST]: listOf({ enrolled: [leading] }) });
    await open('en', '/leading');
    expect(await screen.findByText(text.now.confirmed)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows why a request was declined', async () => {
    mockApi({ ...me, [LIST]: listOf({ requested: [budgets] }) });
    await open('en', '/budgets');
    expect(await screen.findByRole('blockquote')).toHaveTextContent('The run is in French only.');
    expect(document.body).toHaveTextContent(text.declinedAt.replace('{{date}}', '5 October 2026'));
  });

  it('shows what is still to pay for a confirmed place, and what was received', async () => {
    const received = { amount: '5000.00', currency: 'DZD' };
    const { ways: _, ...rest } = offer;
    const place: Place = { ...rest, state: 'confirmed', received };
    mockApi({ ...me, [LIST]: listOf({ enrolled: [withPlace(place)] }) });
    await openPlace();
    const section = await screen.findByRole('region', { name: text.payment.title });
    expect(section).toHaveTextContent(/5,000/);
    expect(section).toHaveTextContent(text.payment.separately);
    expect(section).not.toHaveTextContent(text.payment.afterwards);
  });

  it('shows at its field why a payer is refused, and stays open', async () => {
    const requests = mockApi({
      ...me,
      [LIST]: listOf({ requested: [writing] }),
      [PAYER]: errorResponse(400, 'field_too_long', { taxNumber: 'field_too_long' }),
    });
    await openPlace();
    fireEvent.click(await screen.findByRole('button', { name: text.payer.open }));
    const dialog = await screen.findByRole('dialog', { name: text.payer.title });
    const field = (label: string) => within(dialog).getByLabelText(new RegExp(`^${label}`));
    const save = within(dialog).getByRole('button', { name: text.payer.save });
    fireEvent.change(field(text.payer.name), { target: { value: 'Sonatel' } });
    fireEvent.click(save);
    await waitFor(() => {
      expect(field(text.payer.address)).toHaveAccessibleDescription(errors.address_required);
      expect(field(text.payer.address)).toHaveFocus();
    });
    expect(requests.some(({ name }) => name === PAYER)).toBe(false);
    fireEvent.change(field(text.payer.address), { target: { value: 'Oran' } });
    fireEvent.click(save);
    await waitFor(() => {
      expect(field(text.payer.taxNumber)).toHaveAccessibleDescription(errors.field_too_long);
      expect(field(text.payer.taxNumber)).toHaveFocus();
    });
  });

  it('copies the reference, or says that the browser does not', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), { clipboard: { writeText } }),
    );
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    mockApi({ ...me, [LIST]: listOf({ requested: [withPlace(offer)] }) });
    await openPlace();
    const copy = await screen.findByRole('button', { name: text.payment.copyReference });
    fireEvent.click(copy);
    expect(await screen.findByText(text.payment.copied)).toBeVisible();
    expect(writeText).toHaveBeenCalledWith('MS-7K4Q-92BX');
    const name = text.payment.copyAccount.replace('{{account}}', '0012 3');
    fireEvent.click(screen.getByRole('button', { name }));
    expect(writeText).toHaveBeenCalledWith('0012 3');
    writeText.mockRejectedValueOnce(new Error());
    fireEvent.click(copy);
    expect(await screen.findByText(text.payment.copyFailed)).toBeVisible();
  });

  it.each(['requested', 'waiting', 'offered'] as const)(
    'withdraws what is %s after a confirmation, and keeps the focus',
    async (state) => {
      const words = myCourses.withdraw[state];
      const requests = mockApi({
        ...me,
        [LIST]: listOf({ requested: [withPlace({ state })] }),
        [WITHDRAW]: done,
      });
      await openPlace();
      await press(words.action, words.action);
      const message = words.done.replace('{{course}}', isolatedName('Creative writing'));
      expect(await screen.findByText(message)).toBeVisible();
      const shown = await screen.findByText(myCourses.states.withdrawn);
      await waitFor(() => {
        expect(screen.queryByRole('alertdialog')).toBeNull();
        expect(shown.parentElement).toHaveFocus();
      });
      expect(requests.filter(({ name }) => name === WITHDRAW)).toHaveLength(1);
    },
  );

  it('says that the materials could not be loaded, and asks for none without a confirmed place', async () => {
    const requests = mockApi({
      ...me,
      [LIST]: listOf({ enrolled: [withPlace({ state: 'confirmed' })] }),
      [MATERIALS]: errorResponse(403, 'not_enrolled'),
    });
    await openPlace();
    expect(await screen.findByText(text.materials.failed)).toBeVisible();
    expect(requests.filter(({ name }) => name === MATERIALS)).toHaveLength(1);
  });

  it('shows at once what is refunded of a withdrawn place', async () => {
    const responses = {
      ...me,
      [LIST]: listOf({ requested: [withPlace({ ...offer, received: due })] }),
      [WITHDRAW]: done,
    };
    mockApi(responses);
    await openPlace();
    await screen.findByText(text.now.offered);
    responses[LIST] = listOf({ requested: [withPlace({ state: 'withdrawn', refundDue: due })] });
    const { action } = myCourses.withdraw.offered;
    await press(action, action);
    expect(await screen.findByText(text.payment.refundDue)).toBeVisible();
    expect(screen.getByText(text.now.withdrawn)).toBeVisible();
  });

  it('withdraws nothing without the confirmation', async () => {
    const requests = mockApi({ ...me, [LIST]: listOf({ requested: [writing] }) });
    await openPlace();
    await press(myCourses.withdraw.requested.action, myCourses.keep);
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
    expect(requests.some(({ name }) => name === WITHDRAW)).toBe(false);
  });

  it('shows what has become of a request that was decided meanwhile', async () => {
    const responses = {
      ...me,
      [LIST]: listOf({ requested: [writing] }),
      [WITHDRAW]: errorResponse(409, 'already_enrolled'),
    };
    mockApi(responses);
    await openPlace();
    await screen.findByText(text.now.requested);
    responses[LIST] = listOf({ enrolled: [withPlace({ state: 'confirmed' })] });
    const { action } = myCourses.withdraw.requested;
    await press(action, action);
    expect(await screen.findByRole('alert')).toHaveTextContent(errors.already_enrolled);
    expect(await screen.findByText(text.now.confirmed)).toBeVisible();
  });

  it('keeps a place that could not be given up', async () => {
    mockApi({
      ...me,
      [LIST]: listOf({ enrolled: [withPlace({ state: 'confirmed' })] }),
      [CANCEL]: errorResponse(409, 'run_over'),
    });
    await openPlace();
    await press(text.cancel.action, text.cancel.confirm);
    expect(await screen.findByRole('alert')).toHaveTextContent(errors.run_over);
    expect(screen.getByText(text.now.confirmed)).toBeVisible();
  });

  it.each<[string, Partial<Place>]>([
    [text.cancel.unpaid, {}],
    [text.cancel.noRefund, { received: due }],
  ])('says before a cancellation: %s', async (expected, money) => {
    mockApi({
      ...me,
      [LIST]: listOf({ enrolled: [withPlace({ state: 'confirmed', ...money })] }),
    });
    await openPlace();
    fireEvent.click(await screen.findByRole('button', { name: text.cancel.action }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(expected);
  });

  it('leads to the list when the user has nothing of the course', async () => {
    mockApi({ ...me, [LIST]: listOf({ enrolled: [leading] }) });
    await openPlace();
    expect(await screen.findByRole('heading', { name: text.notFound.title })).toBeVisible();
    expect(screen.getByRole('link', { name: text.all })).toHaveAttribute('href', '/my-courses');
  });
});
