import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import type { MyCourse, MyCourseLists as List } from '#entities/my-courses/api.ts';
import { changeLanguage } from '#i18n/i18n.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { MyCourses } from './MyCourses.tsx';

describe('MyCourses', () => {
  /** The names of Africa/Algiers, as the page of a course has them. */
  const timeZones: Record<LanguageCode, string> = {
    en: 'Algiers time',
    fr: 'heure d’Alger',
    ar: 'بتوقيت الجزائر',
  };

  const LIST = 'GET /users/me/courses';
  const WITHDRAW = 'DELETE /courses/writing/requests';

  const writing: MyCourse = {
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
    },
    message: 'Are beginners welcome?',
    requestedAt: '2026-11-03T12:00:00Z',
  };

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

  const listOf = (lists: Partial<List> = {}) =>
    jsonResponse(200, {
      success: true,
      data: { requested: [], enrolled: [], past: [], ...lists },
    });
  const done = jsonResponse(200, { success: true, message: 'Done' });

  const open = (language: LanguageCode = 'en', path = '/profile') =>
    openScreen(MyCourses, { path, language, namespaces: ['myCourses', 'errors'] });

  /** The course with this name in the list. */
  const itemOf = async ({ course }: MyCourse): Promise<HTMLElement> => {
    const name = await screen.findByRole('heading', { name: course.name });
    return name.closest('li') ?? name;
  };

  const withdrawButton = (language: LanguageCode, { course }: MyCourse) =>
    screen.findByRole('button', {
      name: translations[language].myCourses.withdrawNamed.replace('{{course}}', course.name),
    });

  async function withdraw(language: LanguageCode, answer: 'confirm' | 'cancel') {
    const text = translations[language].myCourses;
    fireEvent.click(await withdrawButton(language, writing));
    const dialog = await screen.findByRole('alertdialog', { name: text.question });
    fireEvent.click(within(dialog).getByRole('button', { name: text[answer] }));
  }

  beforeEach(() => {
    setAccessToken('token');
  });

  describe.each(languages)('the courses of a user in $ownName', ({ code: language, dates }) => {
    const text = translations[language].myCourses;
    const { errors } = translations[language];
    const dateOf = (time: string) =>
      new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

    it('shows each course in its group, with its state', async () => {
      const requests = mockApi({
        [LIST]: listOf({ requested: [writing, budgets], enrolled: [leading], past: [drawing] }),
      });
      await open(language);
      const groups = await screen.findAllByRole('heading', { level: 3 });
      expect(groups.map(({ textContent }) => textContent)).toEqual(Object.values(text.groups));
      expect(await itemOf(writing)).toHaveTextContent(text.states.pending);
      expect(await itemOf(budgets)).toHaveTextContent(text.states.declined);
      expect(await itemOf(leading)).toHaveTextContent(text.states.enrolled);
      expect(await itemOf(drawing)).toHaveTextContent(text.pastStates.enrolled);
      expect(requests[0]?.query.get('lang')).toBe(language);
    });

    it('shows dates, sessions and language of a run, and when and how the user asked', async () => {
      mockApi({ [LIST]: listOf({ requested: [writing] }) });
      await open(language);
      const item = await itemOf(writing);
      const range = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
      const [start, end] = [new Date('2027-02-06'), new Date('2027-03-27')];
      expect(item).toHaveTextContent(normalizeSpaces(range.formatRange(start, end)));
      const sessions = text.sessions
        .replace(
          '{{weekdays}}',
          new Intl.DateTimeFormat(dates, { weekday: 'long', timeZone: 'UTC' }).format(start),
        )
        .replace('{{time}}', '10:00')
        .replace('{{timeZone}}', timeZones[language]);
      expect(item).toHaveTextContent(normalizeSpaces(sessions));
      const french = new Intl.DisplayNames(language, { type: 'language' }).of('fr') ?? '';
      expect(item).toHaveTextContent(
        normalizeSpaces(text.taughtIn.replace('{{language}}', french)),
      );
      const asked = text.requestedAt.replace('{{date}}', dateOf('2026-11-03'));
      expect(item).toHaveTextContent(normalizeSpaces(asked));
      expect(within(item).getByRole('blockquote')).toHaveTextContent('Are beginners welcome?');
    });

    it('shows the next session of an enrolment, and leads into it while it is open', async () => {
      vi.useFakeTimers({ now: Date.parse('2027-02-13T08:40:00Z'), shouldAdvanceTime: true });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const session = (number: number, day: string, cancelled = false) => ({
        number,
        startsAt: `${day}T09:00:00Z`,
        endsAt: `${day}T10:30:00Z`,
        ...(cancelled && { cancelled: true }),
      });
      const enrolled: MyCourse = {
        ...writing,
        state: 'enrolled',
        run: {
          ...writing.run,
          ...{ id: '2027-spring', start: '2027-02-06', end: '2027-03-27' },
          sessions: [
            session(1, '2027-02-06'),
            session(2, '2027-02-12', true),
            session(3, '2027-02-13'),
            session(4, '2027-02-20'),
          ],
        },
      };
      mockApi({ [LIST]: listOf({ enrolled: [enrolled] }) });
      await open(language);
      const item = await itemOf(enrolled);
      expect(item).toHaveTextContent(/13 \p{L}+ 2027[^0-9]+10:00[^0-9]+11:30/u);
      const label = text.session.joinNamed.replace('{{course}}', 'Creative writing');
      expect(within(item).queryByRole('link', { name: label })).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(6 * 60_000));
      expect(within(item).getByRole('link', { name: label })).toHaveAttribute(
        'href',
        '/join/writing/2027-spring/3',
      );
      expect(within(item).getByText(text.session.times)).toBeVisible();
      expect(item).toHaveTextContent(`(${text.session.cancelled})`);
    });

    it('shows why a request is declined', async () => {
      mockApi({ [LIST]: listOf({ requested: [budgets] }) });
      await open(language);
      const item = await itemOf(budgets);
      const declined = text.declinedAt.replace('{{date}}', dateOf('2026-10-05'));
      expect(item).toHaveTextContent(normalizeSpaces(declined));
      expect(within(item).getByRole('blockquote')).toHaveTextContent('The run is in French only.');
      expect(within(item).queryByRole('button')).toBeNull();
    });

    it('withdraws a request after a confirmation, announces it, and keeps the focus', async () => {
      const requests = mockApi({
        [LIST]: listOf({ requested: [writing, budgets] }),
        [WITHDRAW]: done,
      });
      await open(language);
      await withdraw(language, 'confirm');
      const message = text.withdrawn.replace('{{course}}', isolatedName('Creative writing'));
      expect(await screen.findByText(normalizeSpaces(message))).toBeVisible();
      await waitFor(() => {
        expect(screen.queryByRole('heading', { name: 'Creative writing' })).toBeNull();
      });
      expect(requests.map(({ name }) => name)).toEqual([LIST, WITHDRAW]);
      await waitFor(() => {
        expect(screen.queryByRole('alertdialog')).toBeNull();
        expect(screen.getByRole('region', { name: text.title })).toHaveFocus();
      });
    });

    it('leads to the catalogue when there are none', async () => {
      mockApi({ [LIST]: listOf() });
      await open(language);
      expect(await screen.findByText(normalizeSpaces(text.empty))).toBeVisible();
      expect(screen.getByRole('link', { name: text.browse })).toHaveAttribute('href', '/courses');
    });

    it('shows why the list could not be loaded, and loads it again', async () => {
      const responses = { [LIST]: errorResponse(403, 'forbidden') };
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

    it('says that the list is loading', async () => {
      mockApi({ [LIST]: () => new Promise(() => undefined) });
      await open();
      expect(screen.getByText(text.loading)).toHaveAttribute('role', 'status');
    });

    it('stay on screen when they cannot be fetched in another language', async () => {
      mockApi({ [LIST]: listOf({ enrolled: [leading] }) });
      await open();
      const item = await itemOf(leading);
      const requests = mockApi({ [LIST]: errorResponse(429, 'too_many_requests') });
      await act(() => changeLanguage('fr'));
      await waitFor(() => {
        expect(requests).toHaveLength(1);
        expect(queryClient.isFetching()).toBe(0);
      });
      expect(item).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
    });

    it('stay as they were fetched last when they cannot be fetched in another language', async () => {
      mockApi({ [LIST]: listOf({ requested: [writing] }) });
      await open();
      await itemOf(writing);
      mockApi({ [LIST]: listOf({ enrolled: [{ ...writing, state: 'enrolled' }] }) });
      await act(() => changeLanguage('fr'));
      await waitFor(async () => {
        expect(await itemOf(writing)).toHaveTextContent(translations.fr.myCourses.states.enrolled);
      });
      const requests = mockApi({ [LIST]: errorResponse(429, 'too_many_requests') });
      await act(() => changeLanguage('ar'));
      await waitFor(() => {
        expect(requests).toHaveLength(1);
        expect(queryClient.isFetching()).toBe(0);
      });
      expect(await itemOf(writing)).toHaveTextContent(translations.ar.myCourses.states.enrolled);
    });

    it('shows what has become of a request that was decided meanwhile', async () => {
      mockApi({
        [LIST]: listOf({ requested: [writing] }),
        [WITHDRAW]: errorResponse(409, 'already_enrolled'),
      });
      await open();
      await withdrawButton('en', writing);
      mockApi({
        [LIST]: listOf({ enrolled: [{ ...writing, state: 'enrolled' }] }),
        [WITHDRAW]: errorResponse(409, 'already_enrolled'),
      });
      await withdraw('en', 'confirm');
      expect(await screen.findByRole('alert')).toHaveTextContent(
        translations.en.errors.already_enrolled,
      );
      await waitFor(async () => {
        expect(await itemOf(writing)).toHaveTextContent(text.states.enrolled);
      });
    });

    it('keeps a request that could not be withdrawn', async () => {
      const requests = mockApi({
        [LIST]: listOf({ requested: [writing] }),
        [WITHDRAW]: errorResponse(503, 'service_unavailable'),
      });
      await open();
      await withdraw('en', 'confirm');
      expect(await screen.findByRole('alert')).toHaveTextContent(
        translations.en.errors.service_unavailable,
      );
      expect(await withdrawButton('en', writing)).toBeVisible();
      expect(requests).toHaveLength(2);
    });

    it('withdraws nothing without the confirmation', async () => {
      const requests = mockApi({ [LIST]: listOf({ requested: [writing] }) });
      await open();
      await withdraw('en', 'cancel');
      await waitFor(() => {
        expect(screen.queryByRole('alertdialog')).toBeNull();
      });
      expect(requests).toHaveLength(1);
    });

    it('cannot withdraw a request whose run has ended', async () => {
      mockApi({ [LIST]: listOf({ past: [writing] }) });
      await open();
      expect(await itemOf(writing)).toHaveTextContent(text.pastStates.pending);
      expect(screen.queryByRole('button')).toBeNull();
    });

    it('takes the focus when the URL leads to it', async () => {
      // jsdom does not implement it.
      const scroll = vi.fn();
      Object.assign(Element.prototype, { scrollIntoView: scroll });
      onTestFinished(() => {
        Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
      });
      mockApi({ [LIST]: listOf({ enrolled: [leading] }) });
      await open('en', '/profile#my-courses');
      await itemOf(leading);
      const section = screen.getByRole('region', { name: text.title });
      await waitFor(() => {
        expect(section).toHaveFocus();
      });
      // When it appeared, and with its courses.
      expect(scroll.mock.contexts).toEqual([section, section]);
    });
  });
});
