import { expect, test, type Page } from '@playwright/test';
import type { components } from '../../src/api/schema';
import { median } from '../support/median.ts';
import { readStack } from '../support/stack.ts';

type Course = components['schemas']['ListedCourse'];

const ROUNDS = 15;
const LARGE = 2000;

/** The time from a key press until the list shows what was found, with the courses of the catalogue and with 2,000. */
test('search in a list of 2,000 courses', async ({ page }) => {
  const { site } = readStack();
  const { data: courses } = (await (await fetch(`${site}/api/courses?lang=en`)).json()) as {
    data: Course[];
  };
  const many = Array.from({ length: LARGE }, (_, index): Course => {
    const course = courses[index % courses.length] as Course;
    return { ...course, _id: `${course._id}-${index}`, name: `${course.name} ${index}` };
  });
  const small = await measure(page, site, courses);
  const large = await measure(page, site, many);
  console.log(
    `${courses.length} courses: ${small.toFixed(1)} ms; ${LARGE}: ${large.toFixed(1)} ms; ` +
      `ratio ${(large / small).toFixed(2)}`,
  );
});

/** Returns the median time in ms until the frame after the announced number of courses has changed. */
async function measure(page: Page, site: string, courses: Course[]): Promise<number> {
  await page.unrouteAll();
  await page.route(/\/(api|catalogue\/\w+)\/courses\?/, (route) =>
    route.fulfill({ json: { success: true, data: courses } }),
  );
  await page.goto(`${site}/courses`);
  await expect(page.getByRole('article').first()).toBeVisible();
  // The search is loaded with the first press, and reads each course once.
  await page.getByRole('searchbox').fill('e');
  await expect(page.getByRole('search').getByRole('status')).not.toBeEmpty();
  const times = await page.evaluate(
    async ({ rounds, searches }) => {
      const field = document.querySelector<HTMLInputElement>('[role=search] input');
      const result = document.querySelector('[role=search] [role=status]');
      const measured: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = result?.textContent;
        const start = performance.now();
        // React overrides the setter of the element itself.
        Reflect.set(HTMLInputElement.prototype, 'value', searches[round % 2], field);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
        while (result?.textContent === before) {
          await new Promise((done) => requestAnimationFrame(done));
        }
        measured.push(performance.now() - start);
        await new Promise((done) => setTimeout(done, 50));
      }
      return measured;
    },
    // They find different numbers of courses: a twentieth, and all.
    { rounds: ROUNDS, searches: [courses[0]?.name.replace(/ \d+$/, ''), 'e'] },
  );
  return median(times);
}
