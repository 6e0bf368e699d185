import type { Page } from '@playwright/test';
import { test as base } from './journey.ts';
import { openAsStaff } from './staffMember.ts';
import type { SignedInUser } from './users.ts';

/** A journey in which staff decide about places: `clerk` is a page of an owner who has signed in as staff. */
export const test = base.extend<object, { clerk: Page }>({
  clerk: [
    async ({ browser }, provide) => {
      const page = await openAsStaff(browser, 'en', '/staff', 'owner');
      await provide(page);
      await page.context().close();
    },
    { scope: 'worker' },
  ],
});

/** Decides about the place of a user as it is now, or records a payment for it. Throws when the response is an error. */
export async function changePlace(
  clerk: Page,
  { id }: SignedInUser,
  course: string,
  change: Record<string, string>,
): Promise<void> {
  await clerk.evaluate(
    async ({ path, change }) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('token')}`,
        'Content-Type': 'application/json',
      };
      const { data } = (await (await fetch(path, { headers })).json()) as {
        data: { version: number };
      };
      const [action, body] = change['event']
        ? ['decisions', { ...change, version: data.version }]
        : ['payments', change];
      const response = await fetch(`${path}/${action}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!response.ok) {
        throw new Error(`${path}/${action} returned ${response.status}: ${await response.text()}`);
      }
    },
    { path: `/api/staff/places/${id}/${course}`, change },
  );
}
