import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../src/i18n/languages.ts';
import type { components } from '../src/api/schema';
import { overflow, untilComplete } from './support/pageReady.ts';
import { expect, test } from './support/journey.ts';
import { publicPaths } from './support/publicPaths.ts';
import { buildPseudoSite, servePseudoSite } from './support/pseudoSite.ts';
import { signedInTeacher } from './support/teachers.ts';

type Course = components['schemas']['Course'];
type CoursePrice = components['schemas']['CoursePrice'];

/** One after the other, in one worker: the site is built once. */
test.describe.configure({ mode: 'default' });

/** A link that is no verification link is answered with a 4xx, which Chromium reports. */
test.use({ expectedMessages: /Failed to load resource/ });

const memberPaths = ['/courses', '/profile', '/settings', '/delete'];
const WIDTHS = [320, 1280];

let folder = '';

// eslint-disable-next-line no-empty-pattern -- what stands first is not needed
test.beforeAll(async ({}, { project }) => {
  test.setTimeout(120_000);
  folder = join(project.outputDir, 'pseudo');
  await buildPseudoSite(folder);
});

test(
  'public screens take all their words from the catalogue, and have room for longer ones',
  {
    tag: '@desktop',
  },
  async ({ page, visit, context }) => {
    test.slow();
    await servePseudoSite(context, folder);
    const data = await dataOf(page);
    for (const path of publicPaths) {
      await visit(path);
      await expectPseudo(page, path, data);
    }
  },
);

test('so do those of members', { tag: '@desktop' }, async ({ page, visit, context }) => {
  test.slow();
  const member = await signedInTeacher();
  await servePseudoSite(context, folder);
  const data = [...(await dataOf(page)), member.fullname, member.fullname.charAt(0), member.email];
  for (const path of memberPaths) {
    await visit(path, { token: member.token });
    await expectPseudo(page, path, data);
  }
});

async function expectPseudo(page: Page, path: string, data: string[]): Promise<void> {
  await untilComplete(page);
  if (path === '/profile') {
    // A teacher's courses come after the fields.
    await expect(page.getByRole('checkbox').first()).toBeVisible();
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await overflow(page), `${path} is too wide at ${width} px`).toBeLessThanOrEqual(0);
  }
  const texts = await page.evaluate(readTexts);
  expect(texts.length, path).toBeGreaterThan(5);
  const untranslated = texts.filter((text) => /\p{L}/u.test(withoutKnown(text, data)));
  expect.soft(untranslated, `${path} has words of its own`).toEqual([]);
}

/** What is left of a text without what the catalogue marks, and without data. A letter or two are data only alone. */
function withoutKnown(text: string, data: string[]): string {
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

/** Runs in the page: everything that a person sees or is read to. */
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

/** What comes from the server or is a name in every language, longest first: some are parts of others. */
async function dataOf(page: Page): Promise<string[]> {
  const read = async <Item>(path: string) =>
    ((await (await page.request.get(path)).json()) as { data: Item[] }).data;
  const courses = await read<Course>('/api/courses?lang=en');
  const prices = await read<CoursePrice>('/api/coursePrices?lang=en&country=Algeria');
  const countries = JSON.parse(
    readFileSync(new URL('../../shared/data/countries.json', import.meta.url), 'utf8'),
  ) as { code: string; names: { en: string } }[];
  return [
    ...languages.map(({ ownName }) => ownName),
    ...courses.flatMap(({ name, description }) => [name, description]),
    ...prices.map(({ currency }) => currency),
    // Without a font that has flags, the code is what is seen.
    ...countries.flatMap(({ code, names }) => [code, names.en]),
  ].sort((one, other) => other.length - one.length);
}
