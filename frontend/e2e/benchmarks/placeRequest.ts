import { expect, test } from '../support/journey.ts';
import { median } from '../support/median.ts';
import { waitForApp } from '../support/pageReady.ts';
import { askForPlace, openCourse, signUpFromCourse } from '../support/placeRequest.ts';
import { coursePath } from '../support/publicPaths.ts';
import { readStack } from '../support/stack.ts';
import { createSignedInUser } from '../support/users.ts';

const ROUNDS = 5;

/** Seconds of each round. */
const member: number[] = [];
const visitor: number[] = [];

/**
 * Measures the time from home until a request for a place is shown, with presses and typing that take no time: the product's share of
 * what a user spends. The local mail service delivers at once.
 */
for (let round = 1; round <= ROUNDS; round += 1) {
  test(`a member asks for a place, round ${round}`, async ({ page, visit }) => {
    const name = await courseName();
    const { token } = await createSignedInUser();
    await visit('/', { token });
    await waitForApp(page);
    const start = performance.now();
    await openCourse(page, name);
    await askForPlace(page, 'en');
    member.push((performance.now() - start) / 1000);
  });

  test(`a visitor signs up and asks for a place, round ${round}`, async ({ page, visit }) => {
    test.slow();
    const name = await courseName();
    await visit('/');
    await waitForApp(page);
    const start = performance.now();
    await openCourse(page, name);
    const link = await signUpFromCourse(page, 'en');
    await page.goto(link);
    await expect(page).toHaveURL(coursePath);
    await askForPlace(page, 'en');
    visitor.push((performance.now() - start) / 1000);
  });
}

test.afterAll(() => {
  console.log(
    `From home to a request for a place: a member ${median(member).toFixed(1)} s, a visitor ${median(visitor).toFixed(1)} s (medians of ${ROUNDS})`,
  );
});

async function courseName(): Promise<string> {
  const response = await fetch(`${readStack().site}/api${coursePath}?lang=en`);
  return ((await response.json()) as { data: { name: string } }).data.name;
}
