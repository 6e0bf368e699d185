import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import timeZoneNames from '../../shared/data/time-zone-names.json' with { type: 'json' };
import type { components } from '../src/api/schema';
import { formatPrice } from '../src/entities/course/formatPrice.ts';
import { languages } from '../src/i18n/languages.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { waitForContent } from './support/pageReady.ts';
import { buildPseudoLocaleSite, servePseudoLocaleSite } from './support/pseudoSite.ts';
import { requestPlace } from './support/places.ts';
import { coursePath, publicPaths } from './support/publicPaths.ts';
import { createSignedInTeacher } from './support/teachers.ts';
import type { SignedInUser } from './support/users.ts';

type ListedCourse = components['schemas']['ListedCourse'];
type CourseDetails = components['schemas']['CourseDetails'];
type CoursePrice = components['schemas']['CoursePrice'];
type MyCourses = components['schemas']['MyCourses'];

/** The course that the user of the journeys has asked for. */
const COURSE = 'arabic-calligraphy';

/** Runs the journeys in one worker, so that the site is built once. */
test.describe.configure({ mode: 'default' });

// Chromium logs the 4xx response to a link without a verification token.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

const signedInPaths = [
  '/',
  '/courses',
  coursePath,
  '/my-courses',
  `/my-courses/${COURSE}`,
  '/profile',
  '/settings',
  '/delete',
];
const WIDTHS = [320, 1280];

let folder = '';

// eslint-disable-next-line no-empty-pattern -- the fixtures are not needed
test.beforeAll(async ({}, { project }) => {
  test.setTimeout(120_000);
  folder = join(project.outputDir, 'pseudo');
  await buildPseudoLocaleSite(folder);
});

test(
  'public screens take every text from the translations, and have room for longer ones',
  {
    tag: '@desktop',
  },
  async ({ page, visit, context }) => {
    await servePseudoLocaleSite(context, folder);
    const data = await untranslatedData(page);
    for (const path of publicPaths) {
      await visit(path);
      await expectPseudoLocale(page, path, data);
    }
  },
);

test(
  'screens of signed-in users take every text from the translations, and have room for longer ones',
  { tag: '@desktop' },
  async ({ page, visit, context }) => {
    const user = await createSignedInTeacher();
    await requestPlace(user, COURSE);
    await servePseudoLocaleSite(context, folder);
    const data = [
      ...(await monthsOfRuns(page, user)),
      ...(await untranslatedData(page)),
      user.fullname,
      user.fullname.charAt(0),
      // A long email address wraps at its parts, each of which is a text.
      ...user.email.split(/(?<=@)|(?=\.)/),
    ];
    for (const path of signedInPaths) {
      await visit(path, { token: user.token });
      await expectPseudoLocale(page, path, data);
    }
  },
);

async function expectPseudoLocale(page: Page, path: string, data: string[]): Promise<void> {
  await waitForContent(page);
  if (path === '/profile') {
    // The courses of a teacher are loaded after the fields.
    await expect(page.getByRole('checkbox').first()).toBeVisible();
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .configure({ soft: true })
      .poll(() => horizontalOverflow(page), `${path} is too wide at ${width} px`)
      .toBeLessThanOrEqual(0);
  }
  const texts = await page.evaluate(readTexts);
  expect(texts.length, path).toBeGreaterThan(5);
  const untranslated = texts.filter((text) => /\p{L}/u.test(removeKnownText(text, data)));
  expect.soft(untranslated, `${path} has untranslated texts`).toEqual([]);
}

/** Removes pseudo-localized text and data from a text. Data of one or two letters counts only as a whole text. */
function removeKnownText(text: string, data: string[]): string {
  if (data.includes(text.trim())) {
    return '';
  }
  let rest = text;
  for (let before = ''; before !== rest; rest = rest.replace(/\[[^[\]]*\]/g, '')) {
    before = rest;
  }
  return data
    .filter(({ length }) => length > 2)
    .reduce((left, known) => left.replaceAll(known, ''), rest);
}

/** Runs in the browser. Returns every text that is shown or read by a screen reader. */
function readTexts(): string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (
      textContent?.trim() &&
      parentElement?.checkVisibility() &&
      !parentElement.closest('script')
    ) {
      texts.push(textContent);
    }
  }
  for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      texts.push(element.getAttribute(name) ?? '');
    }
  }
  return texts;
}

/** Returns texts that are not translated: data of the API and names. Longest first, because some contain others. */
async function untranslatedData(page: Page): Promise<string[]> {
  const read = async <Data>(path: string) =>
    ((await (await page.request.get(path)).json()) as { data: Data }).data;
  const courses = await read<ListedCourse[]>('/api/courses?lang=en');
  const prices = await read<CoursePrice[]>('/api/coursePrices?lang=en&country=Algeria');
  const countries = JSON.parse(
    readFileSync(new URL('../../shared/data/countries.json', import.meta.url), 'utf8'),
  ) as { code: string; names: { en: string } }[];
  return [
    ...operatorTexts(),
    ...languages.map(({ ownName }) => ownName),
    ...courses.flatMap(({ name, description }) => [name, description]),
    ...courses.flatMap(formattedFacts),
    ...detailTexts(await read<CourseDetails>(`/api${coursePath}?lang=en`)),
    ...detailTexts(await read<CourseDetails>(`/catalogue/en${coursePath}`)),
    ...prices.map((price) => formatPrice(price, 'en', 'Algeria')),
    // Without a font for flags, the browser shows the country code.
    ...countries.flatMap(({ code, names }) => [code, names.en]),
  ].sort((one, other) => other.length - one.length);
}

/** The months of the runs that the user has asked for. */
async function monthsOfRuns(page: Page, { token }: SignedInUser): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await page.request.get('/api/users/me/courses', { headers });
  const { data } = (await response.json()) as { data: MyCourses };
  return data.requested.flatMap(({ run }) => (run ? [run.start, run.end] : [])).map(nameOfMonth);
}

function nameOfMonth(date: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
  return format.format(new Date(date));
}

/** The facts of a course that Intl puts into words. */
function formattedFacts({ hours = 0, languages: taught = [], nextStart }: ListedCourse): string[] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const hour = { style: 'unit', unit: 'hour', unitDisplay: 'long' } as const;
  return [
    new Intl.NumberFormat('en', hour).format(hours),
    new Intl.ListFormat('en').format(taught.map((each) => names.of(each) ?? each)),
    ...(nextStart
      ? [
          new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
            new Date(nextStart),
          ),
        ]
      : []),
  ];
}

/** The texts of a course's page, and what is in no file of texts there. */
function detailTexts(course: CourseDetails): string[] {
  const { audience = '', prerequisites = '', takeaway = '', sessionMinutes = 0, runs } = course;
  const length = (count: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return [
    ...[audience, prerequisites, takeaway, ...course.outcomes, ...course.syllabus],
    length(Math.floor(sessionMinutes / 60), 'hour'),
    length(sessionMinutes % 60, 'minute'),
    ...Object.values(timeZoneNames).map(({ en }) => en),
    ...runs.flatMap(({ start, end }) => [nameOfMonth(start), nameOfMonth(end)]),
  ];
}

/** The operator's settings. An email address may break after the at sign and before a dot, so its pieces are included. */
function operatorTexts(): string[] {
  const settings = readFileSync(new URL('../../infra/operator.toml', import.meta.url), 'utf8');
  const values = [...settings.matchAll(/^\w+ = "(.*)"$/gm)].map(([, value = '']) => value);
  return values.flatMap((value) => [value, ...value.split(/(?<=@)|(?=\.)/)]);
}
