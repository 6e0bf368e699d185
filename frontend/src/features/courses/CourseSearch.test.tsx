import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import type { Course } from '#entities/course/api.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { dataResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { PublicCourses } from './components/CourseCatalogue.tsx';
import { CoursesScreen } from './CoursesScreen.tsx';

const course = (id: string, facts: Partial<Course> = {}): Course => ({
  _id: id,
  name: id,
  description: '',
  type: 'cpd',
  enrollmentCount: 0,
  ...facts,
});

const list = [
  course('Écriture', {
    level: 'beginner',
    hours: 16,
    languages: ['ar', 'fr'],
    nextStart: '2027-04-03',
    artwork: 'ui-design',
  }),
  course('الخطّ', { type: 'additional', level: 'advanced' }),
  course('Rust'),
];

const open = (path = '/courses', language: LanguageCode = 'en', courses = list) => {
  mockApi({ 'GET /courses': dataResponse(courses) });
  return openScreen(CoursesScreen, { path, language, namespaces: ['courses'] });
};

const names = () => screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
const field = () => screen.getByRole('searchbox');
/** The snackbar has a live region too. */
const announcement = () => within(screen.getByRole('search')).getByRole('status');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
/** The query of the URL. */
const query = () => window.location.search;
/** How many courses were found, as i18next says it. */
const found = (language: LanguageCode, count: number) => {
  const texts: Record<string, string> = translations[language].courseSearch as never;
  const key = `found_${new Intl.PluralRules(language).select(count)}`;
  return (texts[key] ?? '').replace('{{count, number}}', String(count));
};

describe.each(languages)('the search of courses in $ownName', ({ code }) => {
  const { courses: text, courseSearch } = translations[code];

  it('finds in spite of accents, announces how many, and writes the URL', async () => {
    await open('/courses', code);
    await screen.findAllByRole('article');
    expect(field()).toHaveAccessibleName(text.search);
    type('ecri');
    await waitFor(() => {
      expect(announcement()).toHaveTextContent(found(code, 1));
    });
    expect(names()).toEqual(['Écriture']);
    await expect.poll(query).toBe('?q=ecri');
  });

  it('says what was searched when nothing matches, and removes each with one press', async () => {
    await open('/courses?q=zzz&level=beginner', code);
    expect(await screen.findByText(courseSearch.nothing)).toBeVisible();
    await waitFor(() => {
      expect(announcement()).toHaveTextContent(found(code, 0));
    });
    fireEvent.click(screen.getByRole('button', { name: /zzz/ }));
    await waitFor(() => {
      expect(names()).toEqual(['Écriture']);
    });
    expect(field()).toHaveFocus();
    await expect.poll(query).toBe('?level=beginner');

    type('zzz');
    fireEvent.click(await screen.findByRole('button', { name: courseSearch.showAll }));
    await waitFor(() => {
      expect(names()).toHaveLength(3);
    });
    await expect.poll(query).toBe('');
  });

  it('filters by each choice of the panel', async () => {
    await open('/courses', code);
    fireEvent.click(screen.getByRole('button', { name: text.filters }));
    const choose = async (label: string, value: string) => {
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    };
    await screen.findAllByRole('article');
    const { labels } = courseSearch;
    for (const [label, value, expected] of [
      [labels.group, 'additional', ['الخطّ']],
      [labels.level, 'beginner', ['Écriture']],
      [labels.language, 'fr', ['Écriture']],
      [labels.start, '2027-04', ['Écriture']],
    ] as const) {
      await choose(label, value);
      await waitFor(() => {
        expect(names()).toEqual(expected);
      });
      await choose(label, '');
      await waitFor(() => {
        expect(names()).toHaveLength(3);
      });
    }
    const months = within(screen.getByLabelText(labels.start)).getAllByRole('option');
    const april = { en: 'April 2027', fr: 'avril 2027', ar: 'أفريل 2027' }[code];
    expect(months.map(({ textContent }) => textContent)).toEqual([courseSearch.any.start, april]);
    // Visitors see no prices.
    const sorts = within(screen.getByLabelText(labels.sort)).getAllByRole('option');
    expect(sorts).toHaveLength(2);
  });

  it('shows the facts of a course, and leaves out what is not known', async () => {
    await open('/courses', code);
    const [first, second] = await screen.findAllByRole('article');
    expect(first).toHaveTextContent(text.levels.beginner);
    expect(first).toHaveTextContent('16');
    expect(first).toHaveTextContent('2027');
    expect(first?.querySelector('img')).toHaveAttribute('src', '/artwork/courses/ui-design.svg');
    expect(second?.querySelector('img, ul')).toBeNull();
  });
});

describe.each(languages)('the search in a language that is not $ownName', ({ code }) => {
  const translated: Record<LanguageCode, Partial<Course>> = {
    en: { name: 'Cybersecurity at work' },
    fr: { name: 'La cybersécurité au travail' },
    ar: { name: 'الأمن السيبراني في العمل' },
  };
  const catalogue = (lang: string) => [
    course('security', translated[lang as LanguageCode]),
    course('rust', { name: 'Rust' }),
  ];
  const responses = () => ({
    'GET /courses': (_: AbortSignal, request: Request) => {
      const lang = new URL(request.url).searchParams.get('lang') ?? '';
      return Response.json({ success: true, data: catalogue(lang) });
    },
  });
  const openSearch = () =>
    openScreen(CoursesScreen, { path: '/courses', language: code, namespaces: ['courses'] });

  it.each(['cybersécurité', 'CYBERSECURITY', 'الأَمن السيبراني'])(
    'finds %s and shows it in the language of the page',
    async (words) => {
      const requests = mockApi(responses());
      await openSearch();
      await screen.findAllByRole('article');
      expect(requests).toHaveLength(1);
      type(words);
      await waitFor(() => {
        expect(names()).toEqual([translated[code].name]);
        expect(announcement()).toHaveTextContent(found(code, 1));
      });
      const others = languages.map((each) => each.code).filter((other) => other !== code);
      const asked = requests.slice(1).map(({ query }) => query.get('lang'));
      expect([[], others]).toContainEqual(asked);
    },
  );

  it('finds nothing when the other languages cannot be loaded', async () => {
    mockApi({
      'GET /courses': (signal, request) =>
        new URL(request.url).searchParams.get('lang') === code
          ? responses()['GET /courses'](signal, request)
          : Response.json({ success: false, code: 'forbidden', message: '' }, { status: 403 }),
    });
    await openSearch();
    await screen.findAllByRole('article');
    type('zzz');
    expect(await screen.findByText(translations[code].courseSearch.nothing)).toBeVisible();
  });
});

describe('the search of courses', () => {
  it('finds in spite of Arabic diacritics', async () => {
    await open('/courses?q=%D8%A7%D9%84%D8%AE%D8%B7');
    await waitFor(() => {
      expect(names()).toEqual(['الخطّ']);
    });
    expect(field()).toHaveValue('الخط');
  });

  it('keeps other parameters and the state of the router', async () => {
    await open('/courses?lang=en');
    const { state } = window.history as { state: unknown };
    type('a');
    await expect.poll(query).toBe('?lang=en&q=a');
    expect(window.history.state).toEqual(state);
  });

  it('takes every key press where the browser limits how often the URL changes', async () => {
    await open();
    const { history } = window;
    const replaceState = history.replaceState.bind(history);
    const calls = vi.spyOn(history, 'replaceState').mockImplementation((...args) => {
      // As Safari, which allows 100 calls in 10 seconds.
      if (calls.mock.calls.length > 100) {
        throw new DOMException('Too many calls', 'SecurityError');
      }
      replaceState(...args);
    });
    const word = 'abcdefghij'.repeat(6);
    for (let length = 1; length <= word.length; length += 1) {
      type(word.slice(0, length));
    }
    for (let length = word.length - 1; length > 0; length -= 1) {
      type(word.slice(0, length));
    }
    expect(field()).toHaveValue('a');
    await expect.poll(query).toBe('?q=a');
  });

  it('keeps what was typed while the browser refuses to change the URL', async () => {
    await open();
    const refused = vi.spyOn(window.history, 'replaceState').mockImplementation(() => {
      throw new DOMException('Too many calls', 'SecurityError');
    });
    type('a');
    await waitFor(() => {
      expect(refused).toHaveBeenCalled();
    });
    expect(field()).toHaveValue('a');
    refused.mockRestore();
    type('ab');
    await expect.poll(query).toBe('?q=ab');
  });

  it('does not write into the URL of another screen', async () => {
    await open();
    type('a');
    window.history.pushState(null, '', '/courses/rust');
    await new Promise((later) => setTimeout(later, 500));
    expect(window.location.href).toMatch(/\/courses\/rust$/);
  });

  it('opens the filters that the URL has, and closes them only on request', async () => {
    await open('/courses?level=beginner');
    const { labels } = translations.en.courseSearch;
    fireEvent.change(await screen.findByLabelText(labels.level), { target: { value: '' } });
    expect(screen.getByLabelText(labels.level)).toHaveValue('');
    const toggle = screen.getByRole('button', { name: translations.en.courses.filters });
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    fireEvent.click(toggle);
    expect(screen.queryByLabelText(labels.level)).toBeNull();
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
  });

  it('ignores a value that is no choice', async () => {
    await open('/courses?level=wizard&start=soon');
    expect(await screen.findAllByRole('article')).toHaveLength(3);
  });

  it('shows long lists in portions, and moves the focus to the first new course', async () => {
    const many = Array.from({ length: 130 }, (_, index) => course(`Course ${index}`));
    await open('/courses', 'en', many);
    expect(await screen.findAllByRole('article')).toHaveLength(60);
    const more = () => screen.queryByText(translations.en.courseSearch.more);
    fireEvent.click(more() as HTMLElement);
    expect(screen.getAllByRole('article')).toHaveLength(120);
    expect(document.activeElement).toHaveTextContent('Course 60');
    fireEvent.click(more() as HTMLElement);
    expect(screen.getAllByRole('article')).toHaveLength(130);
    expect(more()).toBeNull();
  });

  it('shows long lists in portions where there is no search, too', async () => {
    const many = Array.from({ length: 61 }, (_, index) => course(`Course ${index}`));
    mockApi({ 'GET /courses': dataResponse(many) });
    await openScreen(PublicCourses, {
      path: '/about/courses',
      language: 'en',
      namespaces: ['courses'],
    });
    expect(await screen.findAllByRole('article')).toHaveLength(60);
    fireEvent.click(screen.getByText(translations.en.courseSearch.more));
    expect(screen.getAllByRole('article')).toHaveLength(61);
  });

  it('orders by price for signed-in users, and says whether prices include tax', async () => {
    setAccessToken('abc');
    const priceOf = (id: string, amount: string) => ({
      id,
      course: id,
      amount,
      currency: 'DZD',
    });
    mockApi({
      'GET /courses': dataResponse([course('b'), course('a')]),
      'GET /users/me': dataResponse({ _id: 'amina', country: 'Algeria' }),
      'GET /coursePrices': dataResponse([priceOf('b', '10000.00'), priceOf('a', '9500.00')]),
    });
    await openScreen(CoursesScreen, {
      path: '/courses?sort=price',
      language: 'en',
      namespaces: ['courses'],
    });
    await waitFor(() => {
      expect(names()).toEqual(['a', 'b']);
    });
    expect(screen.getByText(translations.en.coursePrices.tax.included)).toBeVisible();
    expect(await screen.findByLabelText(translations.en.courseSearch.labels.sort)).toHaveValue(
      'price',
    );
  });
});
